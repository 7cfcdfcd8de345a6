// at 0: s = 3 tol 1e-12
// at 0: c = 2 tol 1e-12
// at 0: a = 6 tol 1e-12
// source: results that are not wanted are left out with empty places [MLS36, 12.4.3]
function three
  input Real u;
  output Real a = u, b = 2*u, c = 3*u;
algorithm
end three;
model M
  Real s, c, a;
equation
  (, , s) = three(1);
  (, c) = three(1);
algorithm
  (a) := three(6);
end M;
