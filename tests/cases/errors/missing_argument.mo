// expect: 9:12: the input 'b' of 'f' is missing
function f
  input Real a, b;
  output Real y;
algorithm
  y := a + b;
end f;
model M
  Real x = f(1);
end M;
