// at 0: y = 12 tol 1e-9
// source: function g = der(f, u): d(u^3)/du at 2 = 12 [MLS36, 12.7.2]
function f
  input Real u;
  output Real y = u^3;
algorithm
end f;
function g = der(f, u);
model M
  Real y = g(2);
end M;
