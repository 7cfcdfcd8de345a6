// at 1: x[2,1] = 0.36787944117144233 tol 1e-6
// at 1: x[1,2] = 0 tol 1e-9
// at 1: a[3,2] = 2 tol 1e-12
// at 1: t = 6 tol 1e-12
// at 1: low = 0 tol 1e-12
// source: start = {1, 0, 0} of the type for each row; fill of a vector; transpose of the first two dimensions
type T = Real[3](start = {1, 0, 0}, each fixed = true);
model M
  T x[2];
  Real a[3, 2] = fill({1.0, 2.0}, 3);
  parameter Real c[2, 3, 1] = {{{1}, {2}, {3}}, {{4}, {5}, {6}}};
  parameter Real d[3, 2, 1] = transpose(c);
  Real t = d[3, 2, 1];
  Real low = min(1e3, min(fill(0.0, 0))) - 1e3;
equation
  der(x) = -x;
end M;
