// at 0: d = 14 tol 1e-12
// at 0: q[1,2] = 3 tol 1e-12
// at 0: t[1,1] = 5 tol 1e-12
// at 0: k[3] = 1 tol 1e-12
// at 0: s[2,1] = 2 tol 1e-12
// source: v*v, transpose, products, cross, symmetric, powers of matrices [MLS36, 10.3, 10.6]
model M
  Real v[3] = {1, 2, 3};
  Real d = v*v;
  Real A[2,2] = [1, 2; 1, 1];
  Real q[2,2] = (A^2 .- 1);
  Real t[2,2] = A*transpose(A);
  Real k[3] = cross({1, 0, 0}, {0, 1, 0});
  Real s[2,2] = symmetric(A);
end M;
