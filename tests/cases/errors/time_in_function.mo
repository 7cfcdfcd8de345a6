// expect: 6:8: a function cannot read the time
// hint: pass it as an argument
function f
  output Real y;
algorithm
  y := time;
end f;
model M
  Real x = f();
end M;
