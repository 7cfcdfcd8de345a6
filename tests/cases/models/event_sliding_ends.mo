// at 1: v = 0 tol 1e-9
// at 3: v = 0.5 tol 1e-7
// at 3: x = 0.6666666666667 tol 1e-6
// source: friction 1 stops v = 1 at t = 1 and holds it until the force t - 1 exceeds it at t = 2: v = (t - 2)^2/2, x = 1/2 + (t - 2)^3/6
model M
  Real x(start = 0, fixed = true), v(start = 1, fixed = true), f;
equation
  f = if time < 1 then 0 else time - 1;
  der(x) = v;
  der(v) = f - (if v > 0 then 1 else -1);
  annotation(experiment(StopTime = 3));
end M;
