// at 1: b.y = 5 tol 1e-12
// source: MLS 7.2.6: the modifier that makes it final is itself a value
model A
  parameter Real k = 1;
  Real y = k;
end A;
model B
  extends A(final k = 5);
end B;
model M
  B b;
end M;
