// at 1: a = 6 tol 1e-12
// at 1: b = 9 tol 1e-12
// source: MLS 12.4.1: a default may depend on other inputs
function f
  input Real u;
  input Real k = 2*u;
  output Real y = u*k;
end f;
model M
  Real a = f(3, 2);
  Real b = f(u = 1, k = 9);
end M;
