model Crane "Which forces must the trolley and the winch give so that the load runs along a given path?"
  parameter Real M1 = 100 "trolley", M2 = 10 "load", J = 0.1 "winch", C1 = 10, C2 = 0.5, rho = 0.1 "radius of the winch", g = 9.81;
  Real x(start = 0), z(start = 5) "load; z points down";
  Real d(start = 0.5) "trolley", r(start = 5) "rope", theta(start = -0.1) "its angle", tau(start = 100) "its tension";
  Real u1 "force on the trolley", u2 "torque of the winch";
equation
  M2*der(der(x)) = -tau*sin(theta) "load horizontal";
  M2*der(der(z)) = -tau*cos(theta) + M2*g "load vertical";
  M1*der(der(d)) = -C1*der(d) + u1 + tau*sin(theta) "trolley";
  J*der(der(r)) = -C2*der(r) - rho*u2 + rho^2*tau "winch";
  x = d + r*sin(theta) "rope horizontal";
  z = r*cos(theta) "rope vertical";
  x = 2*sin(0.5*time)^2 "path horizontal";
  z = 5 - sin(0.4*time)^2 "path vertical";
  annotation(experiment(StopTime = 4, Tolerance = 1e-8),
    __Trammel(animation = {line({-1, 0}, {3, 0}), polygon({d - 0.2, -0.1}, {d + 0.2, -0.1}, {d + 0.2, 0.1}, {d - 0.2, 0.1}),
    line({d, 0}, {x, -z}), point({x, -z}), trace({x, -z})}));
end Crane;
