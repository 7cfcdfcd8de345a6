// at 1: a.b.p.x = 2 tol 1e-12
// at 1: c.b.p.x = 8 tol 1e-12
// source: redeclarations reach nested components; a modifier in them is read where it is written: 4*k = 8
model Q
  parameter Real k = 2;
  Real x = k;
end Q;
model B
  replaceable model P
    Real x = 1;
  end P;
  P p;
end B;
model A
  B b;
end A;
model M
  parameter Real k = 2;
  A a(b(redeclare model P = Q));
  A c(b(redeclare model P = Q(k = 4*k)));
end M;
