// expect: 5:3: 2 subscripts for an array of size [2]
model M
  Real x[2];
equation
  x[1, 1] = 1;
end M;
