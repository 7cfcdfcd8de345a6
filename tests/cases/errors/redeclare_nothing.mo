// expect: 4:18: there is no inherited 'x' that could be redeclared
// hint: leave out 'redeclare'
model M
  redeclare Real x = 1;
end M;
