// expect: 10:16: a function stands only where a function takes one as its argument
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
