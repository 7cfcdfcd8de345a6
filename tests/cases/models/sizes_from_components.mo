// at 0: s = 10 tol 1e-12
// source: sizes of arrays of a component by parameters of another
model A
  parameter Integer n = 2;
  Real x[n] = {k for k in 1:n};
end A;
model M
  A a(n = 4);
  A b(final n = size(a.x, 1));
  Real s = sum(b.x);
end M;
