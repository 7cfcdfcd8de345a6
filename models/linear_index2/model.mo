model LinearIndex2 "A linear index-2 problem on which Baumgarte's stabilization shows its limits"
  parameter Real nu = 1000;
  Real x1(start = 1, fixed = true), x2(start = 1);
  Real y;
equation
  der(x1) = (2 - time)*nu*y + (1 + nu)*exp(time) "first";
  der(x2) = (nu - 1)*y + (1 + (nu - 1)/(2 - time))*exp(time) "second";
  (time + 2)*x1 + (time^2 - 4)*x2 = (time^2 + time - 2)*exp(time) "constraint";
  annotation(experiment(StopTime = 1, Tolerance = 1e-8));
end LinearIndex2;
