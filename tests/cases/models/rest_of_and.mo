// at 0: y = 1 tol 1e-12
// at 0: z = 1 tol 1e-12
// source: and, or stop where their result is known; what would be no expression then is not looked at [MLS36, 3.3]
model M
  constant Integer n = 0;
  parameter Real v[n];
  Real y = if n > 0 and v[1] > 0 then 2 else 1;
  Real z = if n == 0 or v[n] > 0 then 1 else 2;
end M;
