model PendulumIndex3 "The pendulum in first order: positions and velocities"
  parameter Real g = 1;
  Real x(start = 1, fixed = true), y(start = 0);
  Real u, v(start = 0, fixed = true);
  Real lambda;
equation
  der(x) = u "x moves";
  der(y) = v "y moves";
  der(u) = -x*lambda "horizontal";
  der(v) = -g - y*lambda "vertical";
  x^2 + y^2 = 1 "rod";
  annotation(experiment(StopTime = 2, Tolerance = 1e-8));
end PendulumIndex3;
