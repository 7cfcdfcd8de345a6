// at 0: x = 1 tol 0
// at 0: sum = 2 tol 0
// source: a class that is inherited along two ways brings its elements and equations once [MLS36, 7.1]
model A
  Real x;
equation
  x = 1;
end A;
model B
  extends A;
  Real y = x;
end B;
model C
  extends A;
  Real z = x;
end C;
model M
  extends B;
  extends C;
  Real sum = y + z;
end M;
