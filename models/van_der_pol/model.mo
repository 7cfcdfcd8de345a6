model VanDerPol "Van der Pol's oscillator in the coordinates of Lienard"
  parameter Real mu = 5;
  Real x(start = 2, fixed = true), y(start = 0, fixed = true);
equation
  der(x) = mu*(x - x^3/3 - y);
  der(y) = x/mu;
  annotation(experiment(StopTime = 20, Tolerance = 1e-9));
end VanDerPol;
