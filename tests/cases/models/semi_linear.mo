// at 0: y = -2 tol 1e-12
// at 1: y = 3 tol 1e-12
// source: semiLinear(x, k1, k2) = x*(if x >= 0 then k1 else k2) [MLS36, 3.7.2.5]
model M
  Real x = 2*time - 1, y = semiLinear(x, 3, 2);
end M;
