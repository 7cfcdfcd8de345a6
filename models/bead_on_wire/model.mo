model BeadOnWire "A bead on a wire bent to a parabola"
  parameter Real k = 0.5 "half the curvature at the bottom", g = 9.81;
  Real x(start = 1, fixed = true), y(start = 0.5);
  Real lambda;
initial equation
  der(x) = 0;
equation
  der(der(x)) = 2*k*x*lambda "horizontal";
  der(der(y)) = -lambda - g "vertical";
  y = k*x^2 "wire";
  annotation(experiment(StopTime = 3, Tolerance = 1e-8));
end BeadOnWire;
