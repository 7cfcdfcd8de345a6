// at 1: a = 0.8414709848078965 tol 1e-9
// at 1: b = 8 tol 1e-9
// at 1: c = 2 tol 1e-9
// at 1: d = 0.5403023058681398 tol 1e-9
// source: functions of math.h that are called as external ones, and their derivatives: sin 1, 2^3, |-2|, cos 1
model M
  function f
    input Real x;
    output Real y;
  external "C" y = sin(x) annotation(Include = "#include <math.h>");
  end f;
  function g
    input Real x;
    input Real n;
    output Real y;
  external "C" y = pow(x, n) annotation(Library = "m");
  end g;
  function h
    input Real x;
    output Real y;
  external y = fabs(x);
  end h;
  Real a = f(time), b = g(2*time, 3), c = h(-2), d = der(a);
end M;
