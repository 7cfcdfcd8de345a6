// expect: 5:10: the size of 'x' is -1
// hint: use a size of 0 or more
model M
  parameter Integer n = -1;
  Real x[n];
end M;
