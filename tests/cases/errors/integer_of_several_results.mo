// expect: 9:3: the Integer 'n' cannot be equal to a Real
// hint: use integer(x), or declare it as a Real
function f
  input Real u; output Real a = u; output Real b = 2*u; algorithm
end f;
model M
  Integer n; Real x;
equation
  (n, x) = f(1.5);
end M;
