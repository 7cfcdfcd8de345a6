// expect: 5:8: 'x' is declared twice (the other one: line 4)
// hint: rename one of them
model M
  Real x;
  Real x;
equation
  x = 1;
end M;
