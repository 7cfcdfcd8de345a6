// at 1: a.x = 1 tol 1e-9
// at 1: b.x = 3 tol 1e-9
// at 1: n = 6 tol 1e-12
// source: der(x) = 0 from the start of the type: 1, redeclared 3; 1 + 2 + 3
type One = Real(start = 1, fixed = true);
type Three = Real(start = 3, fixed = true);
model A
  replaceable type T = One;
  T x;
equation
  der(x) = 0;
end A;
model C
  replaceable type E = enumeration(a);
  parameter Real p[E];
  Real n = sum(p);
end C;
model M
  A a;
  A b(redeclare type T = Three);
  type F = enumeration(a, b, c);
  C c(redeclare type E = F, p = {1, 2, 3});
  Real n = c.n;
end M;
