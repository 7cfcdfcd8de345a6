// at 80000.0: x = 250000000.0 tol 2000.0
// at 80000.0: v = 0.0 tol 0.01
// at 400000.0: x = 416666666.6666666 tol 5000.0
// at 400000.0: v = 5000.0 tol 0.05
// source: a block of 1e8 kg stops under dry friction and starts again when a ramp exceeds it: parabola, rest, cubic, lengths of 1e9 and times of 1e5
model M
  parameter Real mu = 0.2;
  parameter Real m = 100000000.0;
  Real x(start = 0, fixed = true), v(start = 10000.0, fixed = true), f, F;
equation
  F = if time < 100000.0 then 0 else m*1e-06*(time - 100000.0);
  f = if v > 0 then m*mu else -m*mu;
  der(x) = v; m*der(v) = F - f;
  annotation(experiment(StopTime = 400000.0));
end M;
