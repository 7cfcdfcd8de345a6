// at 1: a = -4 tol 1e-12
// at 1: b = 0.5 tol 1e-12
// at 1: c = 512 tol 1e-12
// at 1: d = 7 tol 1e-12
// at 1: e = 1 tol 1e-12
// source: the sign binds weaker than ^, / and * go from left to right; (2^3)^3 [MLS36, 3.2]
model M
  Real a = -2^2, b = 4/2/4, c = (2^3)^3, d = 1 + 2*3;
  Real e = if not true or true and true then 1 else 0;
end M;
