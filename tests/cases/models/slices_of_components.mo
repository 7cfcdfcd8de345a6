// at 1: s = 6 tol 1e-12
// at 1: t = 5 tol 1e-12
// source: a slice of components is an array of their variables [MLS36, 10.5]
model A
  parameter Real p = 1;
  Real x[2] = {p, 2*p};
end A;
model M
  A a[3](p = {1, 2, 3});
  Real s = sum(a.p), t = sum(a[2:3].x[1]);
end M;
