// expect: 3:18: the size in identity must be an Integer, not Integer[2]
model M
  Real x[2, 2] = identity({2, 2});
end M;
