// expect: 7:10: 'f' has no scalar Real input 'n' to differentiate by
function f
  input Real x;
  input Integer n;
  output Real y = x^n;
algorithm end f;
function g = der(f, n);
model M
  Real y = g(time, 2);
end M;
