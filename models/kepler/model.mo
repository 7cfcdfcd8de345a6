model Kepler "A planet on an ellipse with eccentricity 0.6"
  parameter Real e = 0.6;
  Real x(start = 1 - e, fixed = true), y(start = 0, fixed = true);
  Real u(start = 0, fixed = true), v(start = sqrt((1 + e)/(1 - e)), fixed = true);
  Real r = sqrt(x^2 + y^2);
  Real energy = (u^2 + v^2)/2 - 1/r;
  Real momentum = x*v - y*u;
equation
  der(x) = u;
  der(y) = v;
  der(u) = -x/r^3;
  der(v) = -y/r^3;
  annotation(experiment(StopTime = 6.283185307179586, Tolerance = 1e-9));
end Kepler;
