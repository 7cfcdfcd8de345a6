// at 1: a.x = 7 tol 1e-12
// source: a modifier is read where it is written: p is that of M [MLS36, 7.2.4]
model A
  parameter Real p = 1, q = 2*p;
  Real x = q;
end A;
model M
  parameter Real p = 7;
  A a(q = p);
end M;
