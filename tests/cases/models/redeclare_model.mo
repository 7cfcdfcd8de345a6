// at 1: a.p.x = 2 tol 1e-12
// at 1: b.p.x = 1 tol 1e-12
// source: a redeclared class takes the place of the original one, in this component only [MLS36, 7.3]
model A
  replaceable model P
    Real x = 1;
  end P;
  P p;
end A;
model Q
  Real x = 2;
end Q;
model M
  A a(redeclare model P = Q);
  A b;
end M;
