// at 1: a[2].x = 4 tol 1e-12
// at 1: b[2].x = 2 tol 1e-12
// at 1: c[2,1].x = 3 tol 1e-12
// source: each gives all the same, without it the array is taken apart [MLS36, 7.2.5]
model A
  parameter Real p = 1;
  Real x = p;
end A;
model M
  A a[2](each p = 4), b[2](p = {1, 2}), c[2, 2](p = {{1, 2}, {3, 4}});
end M;
