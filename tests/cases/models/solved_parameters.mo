// at 0: x = 1 tol 1e-9
// at 1: x = 0.36787944117144233 tol 1e-6
// at 1: y = 3 tol 1e-9
// source: exp(-t) from a start that an initial equation gives; an Integer parameter that one gives
model M
  parameter Real c(fixed = false);
  parameter Integer n(fixed = false);
  Real x(start = c, fixed = true);
  Real y = n;
initial equation
  c = 1;
  n = 3;
equation
  der(x) = -x;
end M;
