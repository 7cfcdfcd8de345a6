// expect: 5:3: the two sides of this equation have different sizes: Real[3] and Integer[2]
model M
  Real x[3];
equation
  x = {1, 2};
end M;
