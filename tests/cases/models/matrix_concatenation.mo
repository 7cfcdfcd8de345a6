// at 1: a[2,3] = 6 tol 1e-12
// at 1: b[1,3] = 0 tol 1e-12
// at 1: n = 2 tol 1e-12
// source: [..] joins blocks; vectors are columns [MLS36, 10.4.2]
model M
  parameter Real A[2, 2] = [1, 2; 4, 5];
  Real a[2, 3] = [A, {3, 6}], b[1, 3] = [1, 0, 0];
  Real n = size([{1, 2}], 1);
end M;
