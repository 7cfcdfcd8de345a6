model RollingDisc "An upright disc that rolls without slipping on an inclined plane"
  parameter Real m = 1, R = 0.5, g = 9.81, alpha = 0.3 "inclination of the plane";
  parameter Real I = m*R^2/2 "about the axle", K = m*R^2/4 "about the vertical";
  Real x(start = 0, fixed = true), y(start = 0, fixed = true) "point of contact";
  Real phi(start = 0, fixed = true) "heading", theta(start = 0, fixed = true) "rolling angle";
  Real lambda1, lambda2 "friction that keeps it from slipping";
initial equation
  der(phi) = 2;
  der(theta) = 0;
equation
  m*der(der(x)) = m*g*sin(alpha) + lambda1 "down the slope";
  m*der(der(y)) = lambda2 "across the slope";
  I*der(der(theta)) = -R*(lambda1*cos(phi) + lambda2*sin(phi)) "rolls";
  K*der(der(phi)) = 0 "turns";
  der(x) = R*der(theta)*cos(phi) "no slip along x";
  der(y) = R*der(theta)*sin(phi) "no slip along y";
  annotation(experiment(StopTime = 5, Tolerance = 1e-8));
end RollingDisc;
