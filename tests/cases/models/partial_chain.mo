// at 1: x = 6 tol 1e-12
// source: partial classes complete each other along several extends
partial model A
  Real x;
end A;
partial model B
  extends A;
  parameter Real k;
end B;
partial model C
  Real y = 3;
end C;
model M
  extends B(k = 2);
  extends C;
equation
  x = k*y;
end M;
