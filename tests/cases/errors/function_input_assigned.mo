// expect: 7:3: 'u' is an input or a loop variable and cannot be assigned
// hint: assign a protected variable of the function
function f
  input Real u;
  output Real y;
algorithm
  u := 1;
  y := u;
end f;
model M
  Real x = f(time);
end M;
