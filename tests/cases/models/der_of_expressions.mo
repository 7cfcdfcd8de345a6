// at 1: v = 2 tol 1e-6
// at 1: w = 6 tol 1e-6
// source: der of any expression, by the chain rule
model M
  Real x = time^2, v = der(x), w = der(x^2 + 2*time);
end M;
