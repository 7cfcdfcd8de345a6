// expect: 7:3: the function 'f' cannot have equations
// hint: write algorithm instead of equation, and := instead of =
function f
  input Real u;
  output Real y;
equation
  y = u;
end f;
model M
  Real x = f(time);
end M;
