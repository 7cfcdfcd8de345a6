// expect: 3:18: symmetric needs a square matrix
model M
  Real x[2, 3] = symmetric({{1, 2, 3}, {4, 5, 6}});
end M;
