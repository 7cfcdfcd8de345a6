// at 1: x = -0.5 tol 1e-06
// at 2: x = -0.5 tol 1e-06
// at 3.4: x = 0.8999999999999999 tol 1e-06
// at 5: x = -0.5 tol 1e-06
// at 9.1: x = -0.5999999999999996 tol 1e-06
// at 20: x = 0.5 tol 1e-06
// source: a triangle of period 4
model M
  Real x(start = 0.5, fixed = true), d = delay(x, 1);
equation
  der(x) = if d > 0 then -1 else 1;
  annotation(experiment(StopTime = 20));
end M;
