// at 0.5: angle = 1.5 tol 3e-05
// at 1.0: angle = 3 tol 3e-05
// source: atan2(sin(3 t), cos(3 t)) on (-pi, pi]
model MirrorTracking "angle from atan2, all the way round"
  Real s(start = 0, fixed = true), u, v, angle;
equation
  der(s) = 1;
  u = cos(3*s); v = sin(3*s);
  angle = atan2(v, u);
  annotation(experiment(StopTime = 1.04));
end MirrorTracking;
