// at 1: y = 32 tol 1e-12
// source: MLS 10.5: a slice of an array of records is the array of its fields
record R
  Real a;
  Real b;
end R;
model M
  parameter R r[3] = {R(1, 4), R(2, 5), R(3, 6)};
  Real y = r.a*r.b;
end M;
