// at 0: y = 12 tol 1e-12
// source: a function with some of its inputs fixed [MLS36, 12.4.2]
function g
  input Real u;
  input Real k = 1;
  output Real y = k*u;
algorithm
end g;
function f = g(final k = 3);
model M
  Real y = f(4);
end M;
