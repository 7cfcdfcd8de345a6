// expect: 9:10: functions defined by 'der' are not supported yet
// hint: write the derivative as a function
function f
  input Real x;
  output Real y;
algorithm
  y := x^2;
end f;
function g = der(f, x);
model M
  Real y = g(time);
end M;
