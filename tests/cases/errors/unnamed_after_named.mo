// expect: 8:21: an argument without a name cannot follow one with a name
function f
  input Real a;
  input Real b;
  output Real y = a + b;
end f;
model M
  Real x = f(a = 1, 2);
end M;
