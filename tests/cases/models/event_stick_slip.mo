// at 4: x = 0.66666666666667 tol 1e-7
// at 2.5: v = 0 tol 1e-12
// at 2.5: x = 0.5 tol 1e-8
// source: friction 1 stops v = 1 at t = 1; a force t - 2 exceeds it at t = 3, then x = 1/2 + (t - 3)^3/6
model M
  Real x(start = 0, fixed = true), v(start = 1, fixed = true), f;
  Boolean sliding(start = true);
equation
  f = if time < 2 then 0 else time - 2;
  der(x) = v;
  der(v) = if sliding then f - 1 else 0;
  when v <= 0 then
    sliding = false;
    reinit(v, 0);
  elsewhen f > 1 then
    sliding = true;
  end when;
  annotation(experiment(StopTime = 4));
end M;
