// at 1: y = 5 tol 1e-12
// source: MLS 12.6: fields with values may be left out in the constructor
record R
  Real a;
  Real b = 2*a;
  constant Real c = 3;
end R;
model M
  R r = R(1);
  Real y = r.b + r.c;
end M;
