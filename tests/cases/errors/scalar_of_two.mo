// expect: 3:12: scalar cannot take Integer[2]
model M
  Real x = scalar({1, 2});
end M;
