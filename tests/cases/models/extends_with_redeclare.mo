// at 0: y = 9 tol 1e-12
// source: extends B(redeclare function f = g)
model B
  replaceable function f
    input Real u;
    output Real y = u;
  algorithm
  end f;
  Real y = f(3);
end B;
function g
  input Real u;
  output Real y = u^2;
algorithm
end g;
model M
  extends B(redeclare function f = g);
end M;
