// at 1: c.a.y = 7 tol 1e-12
// at 1: c.z = 14 tol 1e-12
// source: MLS 7.3: a redeclared component may have more than its constraining class
partial model I
  Real y;
end I;
model A
  extends I;
equation
  y = 1;
end A;
model B
  parameter Real k = 7;
  Real y = k;
end B;
model C
  replaceable A a constrainedby I;
  Real z = 2*a.y;
end C;
model M
  C c(redeclare B a);
end M;
