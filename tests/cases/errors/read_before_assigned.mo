// expect: 8:12: 't' is read before it has a value
// hint: assign it first
function f
  input Real x;
  output Real y;
protected Real t;
algorithm
  y := x + t;
end f;
model M
  Real y = f(time);
end M;
