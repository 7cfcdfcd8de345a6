// expect: 7:3: the function 'f' has an initial algorithm
// hint: write one algorithm section
function f
  input Real u;
  output Real y;
initial algorithm
  y := u;
end f;
model M
  Real x = f(1);
end M;
