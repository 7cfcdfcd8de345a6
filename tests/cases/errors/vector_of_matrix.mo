// expect: 3:15: vector cannot take Integer[2, 2]
model M
  Real x[4] = vector({{1, 2}, {3, 4}});
end M;
