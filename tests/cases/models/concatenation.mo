// at 1: a[3] = 5 tol 1e-12
// at 1: b[2,2] = 4 tol 1e-12
// at 1: z = 3 tol 1e-12
// source: cat along a dimension; arrays without elements add nothing [MLS36, 10.4.2]
model M
  Real a[3] = cat(1, {1, 2}, {5}), b[2, 2] = cat(2, {{1}, {3}}, {{2}, {4}});
  Real z = sum(cat(1, zeros(0), {1, 2}));
end M;
