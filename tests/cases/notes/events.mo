// note: the input 'u' has no value; it is held at 0
// note: parameter 'p' has no value; its start value is used
model M
  input Real u;
  parameter Real p(start = 2);
  Real x(start = 1);
  Real y = if time > 1 then x else 2*x;
  Real w = floor(x);
  Real z = if noEvent(x > 1) then 1 else 2;
  Real q = if p > 1 then 1 else 2;
equation
  der(x) = u - p*x;
  assert(x > -10, "too small");
end M;
