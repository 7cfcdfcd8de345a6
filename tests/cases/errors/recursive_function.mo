// expect: 7:31: the function 'f' calls itself: recursion is not supported
// hint: write a loop
function f
  input Integer n;
  output Integer y;
algorithm
  y := if n < 2 then 1 else n*f(n - 1);
end f;
model M
  Real x = f(3);
end M;
