// expect: 3:15: Integer[1] has no dimension 3
model M
  Real x[2] = cat(3, {1}, {2});
end M;
