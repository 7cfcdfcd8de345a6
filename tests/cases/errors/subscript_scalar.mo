// expect: 5:3: a scalar has no subscripts
model M
  Real x;
equation
  x[1] = 1;
end M;
