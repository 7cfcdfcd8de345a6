// at 0: y = 0.33333333333333333 tol 1e-9
// source: functions as arguments with some inputs bound: the integral of u^2 from 0 to 1 by Simpson's rule [MLS36, 12.4.2]
partial function F
  input Real u;
  output Real y;
end F;
function power
  extends F;
  input Real n;
algorithm
  y := u^n;
end power;
function simpson
  input F f;
  input Real a, b;
  output Real s;
algorithm
  s := (b - a)/6*(f(a) + 4*f((a + b)/2) + f(b));
end simpson;
model M
  Real y = simpson(function power(n = 2), 0, 1);
end M;
