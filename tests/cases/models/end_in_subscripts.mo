// at 0: a = 5 tol 1e-12
// at 0: b = 4 tol 1e-12
// at 0: c[1] = 2 tol 1e-12
// at 0: d = 3 tol 1e-12
// source: end is the size of the dimension in which it stands [MLS36, 10.5.2]
model M
  parameter Integer idx[2] = {1, 3};
  Real x[5] = {1, 2, 3, 4, 5};
  Real a = x[end];
  Real b = x[end - 1];
  Real c[3] = x[2:end - 1];
  Real d = x[idx[end]];
end M;
