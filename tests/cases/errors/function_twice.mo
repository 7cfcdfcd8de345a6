// expect: 5:17: 'u' is declared twice (the other one: line 4)
// hint: rename one of them
function f
  input Real u;
  input Integer u;
  output Real y;
algorithm
  y := u;
end f;
model M
  Real x = f(time);
end M;
