// at 1: b.x = 3 tol 1e-12
// at 1: c.b.x = 4 tol 1e-12
// source: what is protected may be modified in a class that extends it (MLS 4.1)
model A
protected
  replaceable model B
    Real x = 2;
  end B;
public
  B b;
end A;
model C
  extends A(B(x = 4));
end C;
model M
  extends A(redeclare model B = D);
  model D
    Real x = 3;
  end D;
  C c;
end M;
