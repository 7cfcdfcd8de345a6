model Pendulum "A pendulum in Cartesian coordinates, as in a textbook"
  parameter Real L = 1 "length of the rod";
  parameter Real g = 9.81 "gravity";
  Real x(start = 1);
  Real y(start = 0, fixed = true);
  Real lambda "force in the rod per length, per mass";
initial equation
  der(y) = 0;
equation
  der(der(x)) = -lambda*x "horizontal";
  der(der(y)) = -lambda*y - g "vertical";
  x^2 + y^2 = L^2 "rod";
  annotation(experiment(StopTime = 10, Tolerance = 1e-8));
end Pendulum;
