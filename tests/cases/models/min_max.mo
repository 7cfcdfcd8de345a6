// at 1: a = 1 tol 1e-12
// at 1: b = 3 tol 1e-12
// at 1: c = 2 tol 1e-12
// source: min and max of two, of arrays and as reductions
model M
  Real a = min(1, 2*time), b = max({1, 3, 2}), c = min(abs(i - 2) + 2 for i in 1:3);
end M;
