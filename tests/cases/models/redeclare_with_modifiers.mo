// at 1: a.p.y = 10 tol 1e-12
// at 1: b.p.y = 30 tol 1e-12
// source: modifiers of a redeclared class, and of the component on top of them
model P
  parameter Real k = 1, g = 1;
  Real y = k*g;
end P;
model A
  replaceable model T = P;
  T p;
end A;
model M
  A a(redeclare model T = P(k = 5, g = 2));
  A b(redeclare model T = P(k = 5, g = 2), p(k = 15));
end M;
