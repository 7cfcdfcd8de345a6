// expect: 3:18: outerProduct needs two vectors
model M
  Real x[2, 2] = outerProduct({{1, 2}}, {1, 2});
end M;
