// at 3: x = 0.5 tol 1e-6
// at 3: y = 2 tol 1e-6
// at 3: v = 0 tol 1e-9
// at 3: w = 0 tol 1e-9
// source: each rests from v^2/2 on; both at once
model M
  Real x(start = 0, fixed = true), v(start = 1, fixed = true), y(start = 0, fixed = true), w(start = 2, fixed = true);
equation
  der(x) = v; der(y) = w;
  der(v) = if v > 0 then -1 else 1;
  der(w) = if w > 0 then -1 else 1;
  annotation(experiment(StopTime = 3));
end M;
