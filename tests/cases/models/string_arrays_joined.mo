// at 0: x = 1 tol 0
// at 0: y = 1 tol 0
// at 0: z = 1 tol 0
// source: + joins arrays of Strings element by element, .+ also with a scalar [MLS36, 10.6.2]
model M
  parameter String a[2] = {"x", "y"} + {"1", "2"}, b[2] = a .+ "!", c[1, 2] = "-" .+ {a};
  Real x = if a[1] == "x1" and a[2] == "y2" then 1 else 0;
  Real y = if b[1] == "x1!" and b[2] == "y2!" then 1 else 0;
  Real z = if c[1, 1] == "-x1" and c[1, 2] == "-y2" then 1 else 0;
end M;
