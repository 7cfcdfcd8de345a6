// at 2: y = 1.5 tol 1e-5
// at 2: n = 0 tol 0
// source: noEvent makes no event: the integral of a ramp that is cut at 1
model M
  Real x(start = 0, fixed = true), y(start = 0, fixed = true);
  Integer n(start = 0);
equation
  der(x) = 1;
  der(y) = noEvent(if x < 1 then x else 1);
  when noEvent(x > 1) and x < 0 then n = 1; end when;
  annotation(experiment(StopTime = 2));
end M;
