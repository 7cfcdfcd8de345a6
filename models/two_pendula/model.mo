model TwoPendula "The tension of the first pendulum sets the length of the second"
  parameter Real L = 1, g = 1, c = 0.1;
  Real x(start = 0.6, fixed = true), y(start = 0.8);
  Real lambda;
  Real u(start = 0.6, fixed = true), v(start = 0.9);
  Real mu;
initial equation
  der(x) = 0;
  der(u) = 0;
equation
  der(der(x)) + x*lambda = 0 "first horizontal";
  der(der(y)) + y*lambda - g = 0 "first vertical";
  x^2 + y^2 = L^2 "first rod";
  der(der(u)) + u*mu = 0 "second horizontal";
  der(der(v)) + v*mu - g = 0 "second vertical";
  u^2 + v^2 = (L + c*lambda)^2 "second rod";
  annotation(experiment(StopTime = 5, Tolerance = 1e-8));
end TwoPendula;
