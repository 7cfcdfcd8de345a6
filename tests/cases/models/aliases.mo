// at 1: c = 1 tol 1e-12
// at 1: d = -1 tol 1e-12
// source: chains of equal and opposite variables
model M
  Real a = time, b, c, d;
equation
  a = b;
  c = b;
  d + c = 0;
end M;
