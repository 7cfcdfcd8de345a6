// expect: 8:3: 'k' is a constant and cannot be assigned
// hint: declare it without 'constant' or 'parameter'
function f
  input Real u;
  output Real y;
  protected parameter Real k = 1;
algorithm
  k := 2;
  y := u*k;
end f;
model M
  Real y = f(1);
end M;
