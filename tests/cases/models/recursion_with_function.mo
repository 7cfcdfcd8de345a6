// at 1: y = 0.3333333333333333 tol 1e-6
// at 1: z = 1.3333333333333333 tol 1e-6
// at 1: w = 0.6666666666666666 tol 1e-6
// source: recursion of a function that takes a function, whose inputs are bound to what changes during the run
partial function Integrand
  input Real x;
  output Real y;
end Integrand;
function square
  extends Integrand;
  input Real k = 1;
algorithm
  y := k*x^2;
end square;
function adaptive
  input Integrand f;
  input Real a;
  input Real b;
  input Real tol;
  output Real s;
protected
  Real m = (a + b)/2;
  Real one = (b - a)*(f(a) + f(b))/2;
  Real two = (b - a)*(f(a) + 2*f(m) + f(b))/4;
algorithm
  if abs(two - one) < tol then
    s := two + (two - one)/3;
  else
    s := adaptive(f, a, m, tol/2) + adaptive(f, m, b, tol/2);
  end if;
end adaptive;
model M
  Real y = adaptive(function square(), 0, time, 1e-7);
  Real z = adaptive(function square(k = 4*time), 0, time, 1e-7);
  Real w = adaptive(function square(k = 2*time), 0, time, 1e-7);
end M;
