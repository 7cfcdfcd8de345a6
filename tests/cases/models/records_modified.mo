// at 1: x = 15 tol 1e-12
// source: fields of a record parameter are modified one by one, or given as a whole
record R
  parameter Real a = 1;
  parameter Real b = 2*a;
end R;
model A
  parameter R r;
  Real x = r.a + r.b;
end A;
model M
  A one(r(a = 3)), two(r = R(2, 4));
  Real x = one.x + two.x;
end M;
