// at 0: r[2].b = 20 tol 1e-12
// at 0: s = 33 tol 1e-12
// source: arrays of records with modifiers and whole values
record R
  Real a = 1;
  Real b = 10*a;
end R;
model M
  R r[2](a = {1, 2});
  R q[2] = {R(1, 2), R(a = 30)};
  Real s = sum(q.a) + q[1].b;
end M;
