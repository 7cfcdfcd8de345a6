// at 1: error = 0 tol 1e-12
// at 1: y = 3.25 tol 1e-12
// at 1: rest = 0 tol 1e-12
// source: 1 + 2t + 0.25 t^2 at t = 1
function horner "value and derivative"
  input Real c[:];
  input Real x = 1;
  output Real y;
  output Real slope;
protected
  Integer n = size(c, 1);
algorithm
  y := c[n];
  slope := 0;
  for i in n - 1:-1:1 loop
    slope := slope*x + y;
    y := y*x + c[i];
  end for;
end horner;

model Polynomial
  parameter Real c[3] = {1, 2, 0.25};
  Real y, slope, error, rest;
equation
  (y, slope) = horner(c, time);
  error = horner(c, x = time) - (c[1] + c[2]*time + c[3]*time^2);
  rest = slope - der(horner(c, time));
  annotation (experiment(StopTime = 1));
end Polynomial;
