// at 0.4: v2 = 0 tol 1e-9
// at 1.4: v2 = 1 tol 1e-9
// at 2: v1 = 0 tol 1e-9
// at 2: v2 = 1 tol 1e-9
// at 2: x2 = 1.5 tol 1e-8
// source: a rope pulls (momentum: 3/3); where the first cart is stopped it would have to push, and goes slack
model M
  Real x1(start = 0, fixed = true), x2(start = 0, fixed = true), v1(start = 3, fixed = true), v2(start = 0, fixed = true), s, f;
equation
  der(x1) = v1; der(x2) = v2;
  der(v1) = -f; 2*der(v2) = f;
  1.5 - (x1 - x2) = if s > 0 then s else 0;
  f = if s > 0 then 0 else -3*s;
  when x1 > 2.5 then reinit(v1, 0); end when;
  annotation(experiment(StopTime = 2));
end M;
