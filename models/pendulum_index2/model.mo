model PendulumIndex2 "The pendulum with its velocity constraint in place of the position constraint"
  parameter Real g = 1;
  Real x(start = 1, fixed = true), y(start = 0, fixed = true);
  Real u, v(start = 0, fixed = true);
  Real lambda;
equation
  der(x) = u "x moves";
  der(y) = v "y moves";
  der(u) = -x*lambda "horizontal";
  der(v) = -g - y*lambda "vertical";
  x*u + y*v = 0 "rod velocity";
  annotation(experiment(StopTime = 2, Tolerance = 1e-8));
end PendulumIndex2;
