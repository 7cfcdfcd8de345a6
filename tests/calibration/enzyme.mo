model Enzyme "Michaelis and Menten with a fast bound state"
  Real s(start = 1, fixed = true), c(start = 0, fixed = true), p(start = 0, fixed = true);
equation
  der(s) = -s + (s + 0.3)*c;
  1e-4*der(c) = s - (s + 1)*c;
  der(p) = 0.7*c;
  annotation(experiment(StopTime = 5, Tolerance = 1e-7));
end Enzyme;
