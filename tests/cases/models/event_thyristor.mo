// at 0.9: i = 0.0 tol 1e-6
// at 1.5: i = 0.37204487370711925 tol 1e-6
// at 3.0: i = 0.5451768780970021 tol 1e-6
// at 4.0: i = 0.0 tol 1e-6
// at 5.0: i = 0.0 tol 1e-6
// at 8.0: i = 0.4938980267173091 tol 1e-6
// at 9.5: i = 0.4446035087364297 tol 1e-6
// at 11.9: i = 0.0 tol 1e-6
// source: fired at 1 + 2 pi k: i = (sin(t - pi/4) - sin(1 - pi/4) exp(1 - t))/sqrt(2) until it is zero
model M
  Real i(start = 0, fixed = true), v, u, s(start = 0);
  Boolean off(start = true), fire;
equation
  u = sin(time);
  fire = mod(time, 6.283185307179586) > 1 and mod(time, 6.283185307179586) < 1.2;
  off = s < 0 or (pre(off) and not fire);
  v = if off then s else 0;
  i = if off then 0 else s;
  u = v + i + der(i);
  annotation(experiment(StopTime = 12));
end M;
