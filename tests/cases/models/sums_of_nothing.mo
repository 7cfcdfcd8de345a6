// at 0: s = 0 tol 1e-12
// at 0: p = 1 tol 1e-12
// at 0: q = 0 tol 1e-12
// at 0: n = 0 tol 1e-12
// source: sum and product of nothing are 0 and 1 [MLS36, 10.3.4]
model M
  Real z[0];
  Real s = sum(z), p = product(z);
  Real q = zeros(0)*z;
  Integer n = size(z, 1);
end M;
