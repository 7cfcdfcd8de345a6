// expect: 4:18: the subscript 3 lies outside 1 to 2
model M
  Real x[2] = {1, 2};
  Real y = x[end + 1];
end M;
