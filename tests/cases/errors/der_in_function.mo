// expect: 7:8: der cannot stand in a function
// hint: pass the derivative as an argument
function f
  input Real u;
  output Real y;
algorithm
  y := der(u);
end f;
model M
  Real x = f(time);
end M;
