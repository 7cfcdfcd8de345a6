// at 3: n = 1 tol 0
// at 3: x = 0 tol 1e-12
// source: x = 1 - t up to t = 1, then zero: one event, however long zero lasts
model M
  Real x(start = 1, fixed = true);
  Integer n(start = 0);
equation
  der(x) = if x > 0 then -1 else 0;
  when x <= 0 then n = pre(n) + 1; end when;
  annotation(experiment(StopTime = 3));
end M;
