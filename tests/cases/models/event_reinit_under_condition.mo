// at 2.5: x = 0.5 tol 1e-9
// at 2.5: n = 2 tol 0
// source: a sawtooth of height 1; after the second tooth the counter stops
model M
  Real x(start = 0, fixed = true);
  Integer n(start = 0);
equation
  der(x) = 1;
  when x >= 1 then
    n = pre(n) + 1;
    reinit(x, 0);
  end when;
  annotation(experiment(StopTime = 2.5));
end M;
