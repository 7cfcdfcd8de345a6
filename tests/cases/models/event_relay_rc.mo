// at 0.5: v = 0.3934693402873666 tol 2e-05
// at 1: v = 0.103638323514327 tol 2e-05
// at 5: v = 0.454226293074077 tol 2e-05
// at 20.3: v = 0.4084320968774309 tol 2e-05
// at 20.3: n = 18 tol 0
// source: half periods of ln 3
model M
  Real v(start = 0, fixed = true), u; Boolean up(start = true, fixed = true); Integer n(start = 0, fixed = true);
equation
  der(v) = u - v; u = if up then 1 else -1;
  when {v > 0.5, v < -0.5} then up = v < 0; n = pre(n) + 1; end when;
  annotation(experiment(StopTime = 20.3));
end M;
