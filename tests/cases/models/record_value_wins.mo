// at 0: y = 33 tol 1e-12
// at 0: z = 7 tol 1e-12
// at 0: w = 5 tol 1e-12
// source: a value for the whole record is the outer modifier: the fields' own values count below it [MLS36, 7.2.3]; a field of the same list counts above it
record One
  Real a;
end One;
record Base
  One x(a = 33);
  One y(a = 5);
end Base;
record Heir
  extends Base(y = x);
end Heir;
model M
  Heir h;
  Base b(y(a = 7));
  Base c;
  Real y = h.y.a, z = b.y.a, w = c.y.a;
end M;
