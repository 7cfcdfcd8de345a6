// expect: 9:14: 'f' has no input 'v'
function f
  input Real u;
  output Real y;
algorithm
  y := u;
end f;
model M
  Real y = f(v = 1);
end M;
