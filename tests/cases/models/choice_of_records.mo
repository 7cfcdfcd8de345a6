// at 0: p.x = 3 tol 1e-12
// at 1: p.x = 1 tol 1e-6
// source: if-expressions of records
record P
  Real x, y;
end P;
model M
  P a = P(1, 2), b = P(3, 4);
  P p = if time > 0.5 then a else b;
end M;
