// at 1: a[1].x = 3 tol 1e-12
// at 1: a[2].x = 3 tol 1e-12
// at 1: b.p[1].x = 7 tol 1e-12
// at 1: b.p[2].x = 7 tol 1e-12
// at 1: c[1].x = 12 tol 1e-12
// at 1: c[2].x = 32 tol 1e-12
// source: what modifies a class holds for every component of it (MLS 7.2.5): only the modifiers of the array itself are taken apart
model A
  parameter Real v[2];
  Real x = v[1] + v[2];
end A;
model B
  replaceable model P = A(v = {1, 2});
  P p[2];
end B;
model M
  model A2 = A(v = {1, 2});
  A2 a[2];
  B b(redeclare model P = A(v = {3, 4}));
  A2 c[2](v = {{2, 10}, {2, 30}});
end M;
