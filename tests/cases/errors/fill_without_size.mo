// expect: 3:15: fill takes 2 or more arguments, not 1
model M
  Real x[2] = fill(time);
end M;
