// expect: 3:18: the elements of an array must have the same size, not [2] and [1]
model M
  Real x[2, 2] = {{1, 2}, {3}};
end M;
