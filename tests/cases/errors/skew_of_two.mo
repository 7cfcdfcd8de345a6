// expect: 3:18: skew needs vectors of 3 elements, not Integer[2]
model M
  Real x[3, 3] = skew({1, 2});
end M;
