// at 1: a.in1.x = 3 tol 1e-12
// at 1: b.in1.x = 3 tol 1e-12
// source: records inside records, bound as a whole
record In
  Real x;
end In;
record Out
  In in1;
  Real y;
end Out;
model M
  Out a(in1(x = 3*time), y = 1), b = a;
end M;
