// expect: 7:8: the function 'f' calls itself without end
// hint: look at the condition that ends it
function f
  input Integer n;
  output Integer y;
algorithm
  y := f(n + 1);
end f;
model M
  Real x = f(3);
end M;
