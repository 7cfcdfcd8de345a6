// expect: 10:3: the function has 1 results, not 2
function f
  input Real u;
  output Real y = u;
end f;
model M
  Real a;
  Real b;
equation
  (a, b) = f(time);
end M;
