// expect: 6:8: 'half' of the function 'f' is neither input nor output
// hint: declare it behind 'protected'
function f
  input Real x;
  output Real y;
  Real half;
algorithm
  half := x/2;
  y := half;
end f;
model M
  Real x = f(1);
end M;
