// at 1: a.p.y = 9 tol 1e-12
// source: a redeclaration passed on through two components, under another name
model P3
  parameter Real k = 3;
  Real y = k;
end P3;
model Inner
  replaceable model P = P3;
  P p(k = 9);
end Inner;
model Outer
  replaceable model Q = P3;
  extends Inner(redeclare model P = Q);
end Outer;
model P9
  parameter Real k = 1;
  Real y = k;
end P9;
model M
  Outer a(redeclare model Q = P9);
end M;
