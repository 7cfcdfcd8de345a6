// at 1: y = 2 tol 1e-6
// source: d/dt of t^2 through an algorithm
model M
  Real x;
  Real y = der(x);
algorithm
  x := time;
  x := x*time;
end M;
