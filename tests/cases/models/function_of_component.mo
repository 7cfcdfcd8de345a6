// at 1: x = 2 tol 1e-12
// at 1: y = 5 tol 1e-12
// source: a function is found through a component [MLS36, 5.3.2]
model A
  replaceable function f
    input Real u;
    output Real y;
  algorithm
    y := 2*u;
  end f;
end A;
function g
  input Real u;
  output Real y;
algorithm
  y := 5*u;
end g;
model M
  A a;
  A b(redeclare function f = g);
  Real x = a.f(time);
  Real y = b.f(time);
end M;
