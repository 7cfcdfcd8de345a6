// at 1: b[2].a[1].y = 4 tol 1e-12
// at 1: b[1].a[2].y = 4 tol 1e-12
// at 1: c[2].a[2].y = 6 tol 1e-12
// source: MLS 7.2.5: each at one level, an array at the other
model A
  parameter Real k = 1;
  Real y = 2*k;
end A;
model B
  A a[2];
end B;
model M
  B b[2](each a(each k = 2));
  B c[2](each a(k = {1, 3}));
end M;
