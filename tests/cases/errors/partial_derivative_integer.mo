// expect: 8:12: 'f' gives Integer, which has no derivative
function f
  input Real x;
  output Integer n = if x > 0 then 1 else 0;
algorithm end f;
function g = der(f, x);
model M
  Real y = g(time);
end M;
