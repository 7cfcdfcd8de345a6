// at 0: x[2] = 8 tol 1e-12
// at 0: x[4] = 6 tol 1e-12
// at 0: A[2,1] = 3 tol 1e-12
// source: slices may be equated
model M
  Real x[4], A[2,2];
equation
  x[{1, 3}] = {1, 2};
  x[2:2:4] = {8, 6};
  A[1, :] = {1, 2};
  A[2, :] = {3, 4};
end M;
