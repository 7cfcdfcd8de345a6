// at 1: b.y = 5 tol 1e-12
// source: MLS 4.1: what is protected is modified in a class that extends
model A
  Real y = k;
protected
  parameter Real k = 1;
end A;
model B
  extends A(k = 5);
end B;
model M
  B b;
end M;
