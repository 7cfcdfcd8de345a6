// at 0.4: s = 0.165660184419871 tol 1e-05
// at 1: s = 1.03537615262419 tol 1e-05
// at 0.4: friction = 0.14081115675689 tol 1e-06
// at 1: friction = 0.14081115675689 tol 1e-06
// source: s'' = 5/7 g sin(alpha)
model RollingSphere
  parameter Real m = 0.17, R = 0.0286, alpha = 0.3;
  Real s(start = 0, fixed = true), v(start = 0, fixed = true), w, phi(start = 0, fixed = true), friction;
equation
  der(s) = v;
  der(phi) = w;
  m*der(v) = m*9.81*sin(alpha) - friction;
  2/5*m*R^2*der(w) = friction*R;
  v = R*w "roll";
  annotation(experiment(StopTime = 1));
end RollingSphere;
