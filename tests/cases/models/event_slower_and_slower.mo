// at 10: n = 3 tol 0
// at 10: t3 = 4 tol 1e-5
// source: x = sqrt(1 + 2 t) passes 1.5, 2 and 3; 3 at t = 4
model M
  Real x(start = 1, fixed = true);
  Integer n(start = 0);
  discrete Real t3;
equation
  x*der(x) = 1;
  when {x > 1.5, x > 2, x > 3} then
    n = pre(n) + 1;
    t3 = time;
  end when;
  annotation(experiment(StopTime = 10));
end M;
