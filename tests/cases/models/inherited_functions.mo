// at 1: y = 7 tol 1e-12
// source: a function extends another: inputs and outputs of the base come first [MLS36, 12.3]
partial function base
  input Real a;
  output Real r;
end base;
function weighted
  extends base;
  input Real w = 2;
algorithm
  r := w*a + 1;
end weighted;
model M
  Real y = weighted(3*time);
end M;
