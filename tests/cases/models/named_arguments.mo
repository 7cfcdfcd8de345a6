// at 1: a = 5 tol 1e-12
// at 1: b = 12 tol 1e-12
// at 1: c = 25 tol 1e-12
// source: arguments by position, then by name; defaults may use other inputs [MLS36, 12.4.1]
function f
  input Real x;
  input Real y = 2*x;
  input Real z = y + 1;
  output Real r = x + y*z;
algorithm
end f;
model M
  Real a = f(1, 2, 2), b = f(x = 0, y = 3), c = f(1, z = 12);
end M;
