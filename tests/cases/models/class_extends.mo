// at 1: c.p.x = 111 tol 1e-12
// source: each class extends adds to the one below: 1 + 10 + 100 [MLS36, 7.3.1]
model A
  replaceable model P
    Real a = 1;
  end P;
  P p;
end A;
model B
  extends A;
  redeclare replaceable model extends P
    Real b = 10;
  end P;
end B;
model C
  extends B;
  redeclare model extends P
    Real x = a + b + 100;
  end P;
end C;
model M
  C c;
end M;
