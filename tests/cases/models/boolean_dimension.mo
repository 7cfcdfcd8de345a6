// at 0: y = 7 tol 1e-12
// at 0: z[2] = 2 tol 1e-12
// source: a dimension may be Boolean; its indices are false and true, in this order [MLS36, 10.1]
model M
  Real a[Boolean] = {3, 7};
  Real y = a[true];
  Real z[Boolean];
equation
  for b in Boolean loop
    z[b] = if b then 2 else 1;
  end for;
end M;
