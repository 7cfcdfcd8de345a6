// at 1: a = -4 tol 1e-12
// at 1: b = 0.25 tol 1e-12
// at 1: c = 6 tol 1e-12
// at 1: d = 1 tol 1e-12
// source: MLS 3.2: unary minus binds less than ^, / and * go from left to right
model M
  Real a = -2^2;
  Real b = 2^(-2);
  Real c = 12/4*2;
  Real d = 3 - 1 - 1;
end M;
