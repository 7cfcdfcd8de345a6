// at 0: x[2] = 6 tol 1e-12
// at 0: r.b = 3 tol 1e-12
// source: results go into elements and fields
function two
  input Real u;
  output Real a;
  output Real b;
algorithm
  a := u;
  b := 2*u;
end two;
record R
  Real a, b;
end R;
model M
  Real x[2];
  R r;
equation
  (x[1], x[2]) = two(3);
  (r.b, r.a) = two(3);
end M;
