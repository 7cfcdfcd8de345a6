model Flame "y' = y^2 - y^3: slow, sudden, then stiff"
  Real y(start = 1e-4, fixed = true);
equation
  der(y) = y^2 - y^3;
  annotation(experiment(StopTime = 2e4, Tolerance = 1e-6));
end Flame;
