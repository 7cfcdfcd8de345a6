// at 3.75: x = 0.75 tol 1e-9
// at 3.75: on = 1 tol 0
// at 3.25: on = 0 tol 0
// at 3.75: n = 6 tol 0
// source: up with slope 1 to 1, then down and up between 0.5 and 1
model M
  Real x(start = 0, fixed = true);
  Boolean on(start = true);
  Integer n(start = 0);
equation
  der(x) = if on then 1 else -1;
  on = if pre(on) then x < 1 else x < 0.5;
  when change(on) then n = pre(n) + 1; end when;
  annotation(experiment(StopTime = 3.8));
end M;
