// at 1: a.p.y = 33 tol 1e-12
// at 1: b.p.y = 5 tol 1e-12
// source: the modifiers of a constraining clause hold for what is redeclared: n = 3 [MLS36, 7.3.2]
model S
  parameter Real n = 1;
  Real y = n;
end S;
model T
  extends S;
  Real z = 2*n;
end T;
model U
  parameter Real n = 1;
  Real y = 11*n;
end U;
model A
  replaceable model P = T(n = 5) constrainedby S(n = 3);
  P p;
end A;
model M
  A a(redeclare model P = U);
  A b;
end M;
