// expect: 4:14: the subscript 0 lies outside 1 to 2
model M
  Real x[2] = {1, 2};
  Real y = x[0];
end M;
