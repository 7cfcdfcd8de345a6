// at 1: v = 2 tol 1e-6
// source: v = d(t^2)/dt of a function with a loop
function square
  input Real u;
  output Real y = 0;
algorithm
  for k in 1:2 loop
    y := y + u^2/2;
  end for;
end square;
model M
  Real x = square(time);
  Real v = der(x);
end M;
