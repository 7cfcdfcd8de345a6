// expect: 4:15: Real[2] has no dimension 2
model M
  Real x[2] = {1, 2};
  Integer n = size(x, 2);
end M;
