model TwoBodiesJoined "Two free bodies in the plane with a ball joint and a soft spring: index 3, not stiff"
  Real x[2](start = {0, 2}), y[2](start = {0, 0}), a[2](start = {0, 0.3}), F[2];
  Real wx[2](start = {0.1, 0}), wa[2](start = {0.5, -0.2});
equation
  for k in 1:2 loop
    der(x[k]) = wx[k];
    der(a[k]) = wa[k];
    der(wx[k]) = (if k == 1 then F[1] else -F[1]) - 0.5*x[k];
    der(der(y[k])) = (if k == 1 then F[2] else -F[2]) - 0.5*y[k] - 1;
  end for;
  0.3*der(wa[1]) = -F[1]*sin(a[1]) + F[2]*cos(a[1]);
  0.3*der(wa[2]) = -F[1]*sin(a[2]) + F[2]*cos(a[2]) - 0.5*a[2];
  x[1] + cos(a[1]) = x[2] - cos(a[2]);
  y[1] + sin(a[1]) = y[2] - sin(a[2]);
  annotation(experiment(StopTime = 20, Tolerance = 1e-8));
end TwoBodiesJoined;
