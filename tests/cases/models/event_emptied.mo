// at 3: h = 0 tol 1e-9
// at 1: h = 0.25 tol 1e-6
// source: h = (1 - t/2)^2 up to t = 2; behind zero the root has no value, and the other branch holds
model M
  Real h(start = 1, fixed = true);
equation
  der(h) = if h > 0 then -sqrt(h) else 0;
  annotation(experiment(StopTime = 3));
end M;
