// at 1: a = 3 tol 1e-12
// at 1: b = -1 tol 1e-12
// at 1: c = 3 tol 1e-12
// at 1: d = -1 tol 1e-12
// source: (a, b) = f(x), with results left out [MLS36, 12.4.3]
function f
  input Real x, y;
  output Real s = x + y;
  output Real d;
algorithm
  d := x - y;
end f;
model M
  Real a, b, c = f(1, 2), d;
equation
  (a, b) = f(1, 2);
  (, d) = f(1, 2);
end M;
