// at 1: a[2] = 11 tol 1e-12
// at 1: b[1,2] = 10 tol 1e-12
// at 1: c = 19 tol 1e-12
// at 1: d[3] = 1 tol 1e-12
// at 1: o[2,1] = 6 tol 1e-12
// source: products of matrices and vectors, cross, outerProduct, powers
model M
  parameter Real A[2, 2] = {{1, 2}, {3, 4}};
  Real a[2] = A*{1, 2}, b[2, 2] = A^2, c = {1, 2}*A*{1, 2} - 8, d[3] = cross({1, 0, 0}, {0, 1, 0});
  Real o[2, 2] = outerProduct({1, 2}, {3, 4});
end M;
