// at 1: x = 1 tol 1e-12
// at 1: y = 2 tol 1e-12
// source: a class that is inherited along two ways is there once
model A
  Real x = 1;
end A;
model B
  extends A;
end B;
model C
  extends A;
  Real y = 2;
end C;
model M
  extends B;
  extends C;
end M;
