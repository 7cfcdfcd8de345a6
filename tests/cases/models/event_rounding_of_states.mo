// at 3: n = 4 tol 0
// at 3: y = 6 tol 1e-7
// source: x = t^2/2 = 4.5 at t = 3; y' = floor(x): sum over the times between sqrt(2 k)
model M
  Real x(start = 0, fixed = true), y(start = 0, fixed = true), e = 3*4 - sqrt(2) - 2 - sqrt(6) - sqrt(8);
  Integer n = integer(x);
equation
  der(x) = time;
  der(y) = floor(x) + (6 - e)/3;
  annotation(experiment(StopTime = 3));
end M;
