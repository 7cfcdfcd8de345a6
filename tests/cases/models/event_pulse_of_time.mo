// at 100: x = 10 tol 1e-9
// source: 100 for 0.1 in an interval of 100
model M
  Real x(start = 0, fixed = true);
equation
  der(x) = if time > 10 and time < 10.1 then 100 else 0;
  annotation(experiment(StopTime = 100));
end M;
