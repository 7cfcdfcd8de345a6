// at 0: a[1].s = 12 tol 1e-12
// at 0: a[2].s = 12 tol 1e-12
// at 0: b[2].s = 43 tol 1e-12
// source: with each every element of an array of components has the whole value [MLS36, 7.2.5]
model A
  parameter Real v[2] = {0, 0};
  Real s = 10*v[1] + v[2];
end A;
model M
  A a[2](each v = {1, 2});
  A b[2](v = {{1, 2}, {4, 3}});
end M;
