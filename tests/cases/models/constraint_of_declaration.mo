// at 0: a.p.y = 5 tol 1e-12
// at 0: b.p.y = 15 tol 1e-12
// at 0: c.r.y = 2 tol 1e-12
// at 0: d.r.y = 7 tol 1e-12
// source: modifiers of a constraining clause are applied in the declaration, too, below its own ones [MLS36, 7.3.2]
model One
  parameter Real k = 1;
  Real y = k;
end One;
model Three
  parameter Real k = 1;
  Real y = 3*k;
end Three;
model A
  replaceable model Part = One constrainedby One(k = 5);
  Part p;
end A;
model C
  replaceable One r constrainedby One(k = 2);
end C;
model D
  replaceable One r(k = 7) constrainedby One(k = 2);
end D;
model M
  A a, b(redeclare model Part = Three);
  C c;
  D d;
end M;
