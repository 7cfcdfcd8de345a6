model PendulumGGL "The pendulum as Gear, Gupta and Leimkuhler write it: both constraints, one more multiplier"
  parameter Real g = 1;
  Real x(start = 1, fixed = true), y(start = 0);
  Real u, v(start = 0, fixed = true);
  Real lambda, mu;
equation
  der(x) = u - x*mu "x moves";
  der(y) = v - y*mu "y moves";
  der(u) = -x*lambda "horizontal";
  der(v) = -g - y*lambda "vertical";
  x^2 + y^2 = 1 "rod";
  x*u + y*v = 0 "rod velocity";
  annotation(experiment(StopTime = 2, Tolerance = 1e-8));
end PendulumGGL;
