// at 1: c.b.a.x = 3 tol 1e-12
// at 1: d.b.a.x = 2 tol 1e-12
// source: the outermost modifier wins [MLS36, 7.2.4]
model A
  parameter Real p = 1;
  Real x = p;
end A;
model B
  A a(p = 2);
end B;
model C
  B b;
end C;
model M
  C c(b(a(p = 3))), d;
end M;
