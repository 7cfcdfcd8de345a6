// expect: 9:19: there is no inherited class 'Part' that could be redeclared
// hint: leave out 'redeclare'
model A
  Real x = 1;
end A;
model M
  extends A;
  Real y = 1;
  redeclare model Part end Part;
end M;
