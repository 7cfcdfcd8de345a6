model CircularTrack "A point on a circle that runs faster and faster"
  Real y1(start = 0, fixed = true), y2(start = 1);
  Real lambda;
initial equation
  der(y1) = 0;
equation
  der(der(y1)) = 2*y2 + lambda*y1 "first";
  der(der(y2)) = -2*y1 + lambda*y2 "second";
  y1^2 + y2^2 = 1 "circle";
  annotation(experiment(StopTime = 3, Tolerance = 1e-8));
end CircularTrack;
