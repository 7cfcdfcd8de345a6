// at 1: area = 0.5 tol 1e-12
// at 1: scaled = 2 tol 1e-12
// at 1: passed = 2 tol 1e-12
// at 1: square = 4 tol 1e-12
// source: integrals over [0, 1] of x, of 4 x and of what is passed on by the trapezoidal rule, exact for lines; 2*2*1
partial function Integrand
  input Real x;
  output Real y;
end Integrand;
function line
  extends Integrand;
  input Real k = 1;
algorithm
  y := k*x;
end line;
function integral
  input Integrand f;
  input Real a;
  input Real b;
  output Real s;
protected
  Integer n = 10;
algorithm
  s := (f(a) + f(b))/2;
  for i in 1:n - 1 loop
    s := s + f(a + i*(b - a)/n);
  end for;
  s := s*(b - a)/n;
end integral;
function twice
  input Integrand f;
  input Real b;
  output Real s;
algorithm
  s := 2*integral(f, 0, b);
end twice;
function apply
  input Integrand f;
  input Real x;
  output Real y;
algorithm
  y := f(f(x));
end apply;
model M
  Real area = integral(line, 0, time);
  Real scaled = integral(function line(k = 4*time), 0, 1);
  Real passed = twice(function line(k = 2), time);
  Real square = apply(function line(k = 2), time);
end M;
