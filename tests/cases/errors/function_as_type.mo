// expect: 8:3: 'f' is a function and cannot be the class of 'x'
function f
  output Real y;
algorithm
  y := 1;
end f;
model M
  f x;
end M;
