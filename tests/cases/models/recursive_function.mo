// at 1: six = 6 tol 1e-12
// at 1: f = 120 tol 1e-12
// at 1: p = 8 tol 1e-12
// at 1: x = 7 tol 1e-5
// at 1: even = 1 tol 1e-12
// source: 3!; 5!; (1 + time)^3; x = (1 + time)^3 - 1, by its own derivative; 4 is even
function factorial
  input Integer n;
  output Integer y;
algorithm
  y := if n < 2 then 1 else n*factorial(n - 1);
end factorial;
function power "by squaring"
  input Real x;
  input Integer n;
  output Real y;
algorithm
  if n == 0 then
    y := 1;
  elseif mod(n, 2) == 1 then
    y := x*power(x, n - 1);
  else
    y := power(x*x, div(n, 2));
  end if;
end power;
function isEven
  input Integer n;
  output Integer y;
algorithm
  y := if n == 0 then 1 else isOdd(n - 1);
end isEven;
function isOdd
  input Integer n;
  output Integer y;
algorithm
  y := if n == 0 then 0 else isEven(n - 1);
end isOdd;
model M
  constant Integer three = 3;
  Real six = factorial(three);
  Real f = factorial(integer(5*time + 0.5));
  Real p = power(1 + time, integer(3.5));
  Real q = power(1 + time, integer(3 + 0.1*time));
  Real x(start = 0, fixed = true);
  Real even = isEven(integer(4*time + 0.1));
equation
  der(x) = der(q);
end M;
