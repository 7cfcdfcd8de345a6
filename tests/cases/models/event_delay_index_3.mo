// at 0.5: F = 0 tol 1e-6
// at 1.5: F = 2 tol 1e-6
// at 1.5: x = 0.125 tol 1e-9
// at 2: v = 1 tol 1e-7
// source: x = (t - 1)^2/2 from t = 1 on: the force jumps there from 0 to the mass
model M
  parameter Real m = 2;
  Real s, x, v, F;
equation
  s = time^2/2;
  x = delay(s, 1);
  der(x) = v;
  m*der(v) = F;
  annotation(experiment(StopTime = 2));
end M;
