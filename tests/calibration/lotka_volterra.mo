model LotkaVolterra "Hunters and prey: smooth, not stiff"
  Real x(start = 2, fixed = true), y(start = 0.5, fixed = true);
equation
  der(x) = x*(1 - y);
  der(y) = 1.5*y*(x - 1);
  annotation(experiment(StopTime = 30, Tolerance = 1e-6));
end LotkaVolterra;
