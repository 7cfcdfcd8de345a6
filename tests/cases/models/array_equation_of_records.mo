// at 0: b[2].y = 4 tol 1e-12
// source: arrays of records may be equated
record P
  Real x, y;
end P;
model M
  P a[2], b[2];
equation
  a = {P(1, 2), P(3, 4)};
  b = a;
end M;
