model SphericalPendulum "A point on a sphere, with vectors"
  parameter Real L = 1;
  parameter Real g[3] = {0, 0, -9.81};
  Real r[3](start = {0.6, 0, -0.8}, fixed = {true, true, false});
  Real v[3](start = {0, 1.5, 0}, fixed = {true, true, false});
  Real lambda;
equation
  der(r) = v;
  der(v) = g - lambda*r;
  r*r = L^2 "sphere";
  annotation(experiment(StopTime = 5, Tolerance = 1e-8));
end SphericalPendulum;
