model DoublePendulum "Two point masses on two massless rods, in Cartesian coordinates"
  parameter Real L1 = 1, L2 = 0.8, m1 = 1, m2 = 0.5, g = 9.81;
  Real x1(start = 1, fixed = true), y1(start = 0);
  Real x2(start = 1.8, fixed = true), y2(start = 0);
  Real F1 "multiplier of rod 1", F2 "multiplier of rod 2";
initial equation
  der(y1) = 0;
  der(y2) = 0;
equation
  m1*der(der(x1)) = -2*x1*F1 + 2*(x2 - x1)*F2 "mass 1 horizontal";
  m1*der(der(y1)) = -2*y1*F1 + 2*(y2 - y1)*F2 - m1*g "mass 1 vertical";
  m2*der(der(x2)) = -2*(x2 - x1)*F2 "mass 2 horizontal";
  m2*der(der(y2)) = -2*(y2 - y1)*F2 - m2*g "mass 2 vertical";
  x1^2 + y1^2 = L1^2 "rod 1";
  (x2 - x1)^2 + (y2 - y1)^2 = L2^2 "rod 2";
  annotation(experiment(StopTime = 2, Tolerance = 1e-9));
end DoublePendulum;
