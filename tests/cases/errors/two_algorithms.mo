// expect: 9:3: the function 'f' has two algorithm sections
// hint: write one algorithm section
function f
  input Real u;
  output Real y;
algorithm
  y := u;
algorithm
  y := 2*u;
end f;
model M
  Real x = f(1);
end M;
