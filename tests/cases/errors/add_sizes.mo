// expect: 3:22: '+' needs arrays of the same size, not [2] and [3]
model M
  Real x[2] = {1, 2} + {1, 2, 3};
end M;
