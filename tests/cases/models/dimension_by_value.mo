// at 1: n = 3 tol 1e-12
// at 1: s = 6 tol 1e-12
// source: a size ":" is that of the value [MLS36, 10.1]
model A
  parameter Real v[:] = {1};
  parameter Integer n = size(v, 1);
  Real s = sum(v);
end A;
model M
  A a(v = {1, 2, 3});
  Real n = a.n, s = a.s;
end M;
