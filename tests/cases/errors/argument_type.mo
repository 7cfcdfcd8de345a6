// expect: 9:12: the argument 'a' has too few dimensions: Integer
function f
  input Real a[:];
  output Real y;
algorithm
  y := sum(a);
end f;
model M
  Real x = f(1);
end M;
