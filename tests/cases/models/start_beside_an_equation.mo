// at 0: level = 0.8 tol 1e-12
// at 0: m = 900 tol 1e-9
// at 1: other.level = 0.55 tol 1e-9
// source: d = 1000 holds whatever start value d has; the start of the level, which nothing contradicts, decides (MLS 8.6)
model Tank
  parameter Real rho = 1000;
  Real level(start = 0.8), V, d(start = 1), density(start = 2), m;
equation
  V = 0.1 + level;
  density = rho;
  d = density;
  m = V*d;
  der(m) = -50;
end Tank;
model M
  extends Tank;
  Tank other(level(start = 0.6));
end M;
