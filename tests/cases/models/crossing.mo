// at 0.25: z = 0.2474039592545229 tol 1e-6
// at 1: z = 0.8414709848078965 tol 1e-6
// source: z = sin(t); at x = 0.5 both sides vanish together, and nothing happens
model Crossing
  Real x(start = 0, fixed = true), z;
equation
  der(x) = 1;
  (x - 0.5)*z = (x - 0.5)*sin(x);
end Crossing;
