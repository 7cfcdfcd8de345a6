// at 1: x = 0.4611587920072035 tol 1e-06
// at 2: x = 0.16965083869490744 tol 1e-06
// at 4: x = 0.02295974430610418 tol 1e-06
// source: on x + v = 0 from sqrt(2) - 1 on, then x decays with exp(-t)
model M
  Real x(start = 1, fixed = true), v(start = 0, fixed = true), s, u;
equation
  der(x) = v; der(v) = u; s = x + v; u = if s > 0 then -2 else 2;
  annotation(experiment(StopTime = 4));
end M;
