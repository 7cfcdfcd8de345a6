// at 1: a[2,1] = 12 tol 1e-12
// at 1: b = 14 tol 1e-12
// at 1: c = 6 tol 1e-12
// at 1: d = 9 tol 1e-12
// source: the first iterator of a comprehension is the innermost dimension [MLS36, 10.4.1]
model M
  Real a[2, 3] = {10*i + j for i in 1:3, j in 1:2};
  Real b = sum(i^2 for i in 1:3), c = product(i for i in 1:3), d = max(i*(6 - i) for i in 1:5);
end M;
