// at 4: n = 3 tol 0
// at 4: first = -6 tol 1e-9
// at 4: second = -2 tol 1e-9
// at 4: third = 2 tol 1e-9
// source: y = (t + 6)(t + 2)(t - 2); all roots may lie inside one step
model M
  Real y(start = -120, fixed = true);
  Integer n(start = 0);
  discrete Real first, second, third;
equation
  der(y) = 3*time^2 + 12*time - 4;
  when {y > 0, y < 0} then
    n = pre(n) + 1;
    first = if n == 1 then time else pre(first);
    second = if n == 2 then time else pre(second);
    third = if n == 3 then time else pre(third);
  end when;
  annotation(experiment(StartTime = -8, StopTime = 4));
end M;
