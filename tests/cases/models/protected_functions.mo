// at 0: y = 8 tol 1e-12
// source: protected variables of functions with values that use the inputs, in any order
function f
  input Real u;
  output Real y;
protected
  Real b = a + 1;
  Real a = u + 2;
  constant Real c = 2;
algorithm
  y := c*b;
end f;
model M
  Real y = f(1);
end M;
