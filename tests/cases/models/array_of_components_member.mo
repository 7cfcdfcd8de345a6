// at 0: s = 6 tol 1e-12
// at 0: t = 5 tol 1e-12
// source: a.x of an array of components is an array [MLS36, 10.5]
model A
  parameter Real k = 1;
  Real x = k;
  Real v[2] = {k, 2*k};
end A;
model M
  A a[3](k = {1, 2, 3});
  Real s = sum(a.x);
  Real t = sum(a[2:3].v[1]);
end M;
