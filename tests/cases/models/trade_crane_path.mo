// at 2: x = 1.02919952230129 tol 1e-05
// at 7: x = 0.22443412148975 tol 1e-05
// at 2: s = 1.01014988491818 tol 1e-05
// at 7: s = 0.730409822046896 tol 1e-05
// at 2: F = -10.2334652022034 tol 0.003
// at 7: F = 271.810146339299 tol 0.003
// source: s = x + l/g x'', F = M s'' - m g (x - s)/l
model CranePath "the force that moves a load along a path"
  parameter Real M = 1000, m = 200, l = 10, g = 9.81;
  Real s, v, x, u, F, swing;
equation
  der(s) = v;
  der(x) = u;
  M*der(v) = F + m*g*(x - s)/l;
  swing = g*(x - s)/l;
  der(u) = -swing;
  x = 2*sin(0.4*time)^2 "path";
  annotation(experiment(StopTime = 7));
end CranePath;
