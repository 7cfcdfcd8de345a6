// at 1: b.a.p.x = 3 tol 1e-12
// at 1: c.a.p.x = 2 tol 1e-12
// source: of two redeclarations the outer one wins [MLS36, 7.3]
model P
  Real x = 1;
end P;
model Q
  Real x = 2;
end Q;
model R
  Real x = 3;
end R;
model A
  replaceable model T = P;
  T p;
end A;
model B
  replaceable model U = Q;
  A a(redeclare replaceable model T = U);
end B;
model M
  B b(a(redeclare model T = R)), c;
end M;
