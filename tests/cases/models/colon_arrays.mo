// at 0: c[3] = 6 tol 1e-12
// at 0: n = 3 tol 1e-12
// source: sizes of ':' come from the arguments [MLS36, 12.4.5]
function twice
  input Real v[:];
  output Real w[size(v, 1)] = 2*v;
algorithm
end twice;
model M
  parameter Real p[:] = {1, 2, 3};
  Real c[size(p, 1)] = twice(p);
  Integer n = size(c, 1);
end M;
