// expect: 10:16: functions as arguments are not supported yet
// hint: call the function directly
function f
  input Real a;
  output Real y;
algorithm
  y := a;
end f;
model M
  Real x = sum(function f(a = 1));
end M;
