// at 0: t = 21 tol 1e-12
// at 0: m[2,3] = 6 tol 1e-12
// source: b.a.x of arrays in arrays is a matrix: the outer index first [MLS36, 10.5]
model A
  parameter Real k = 0;
  Real x = k;
end A;
model B
  parameter Real k0 = 0;
  A a[3](k = {k0 + 1, k0 + 2, k0 + 3});
end B;
model M
  B b[2](k0 = {0, 3});
  Real m[2,3] = b.a.x;
  Real t = sum(b.a.x);
end M;
