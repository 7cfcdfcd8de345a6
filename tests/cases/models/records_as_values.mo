// at 1: r.x = 1 tol 1e-12
// at 1: r.y = 2 tol 1e-12
// at 1: s.x = 4 tol 1e-12
// at 1: t = 5 tol 1e-12
// source: record constructors with named and default fields; equations of records are those of their fields [MLS36, 12.6]
record R
  Real x;
  Real y = 2;
end R;
record S
  Real x, y;
end S;
model M
  R r = R(time), s = R(y = 1, x = 4);
  Real t = s.x + q.y - 2;
  S q;
equation
  q = S(0, 3);
end M;
