model FourBar "A four-bar linkage: three moving bars and the ground, under gravity"
  parameter Real a = 0.5, b = 1.5, c = 1.2, d = 1.4 "crank, coupler, rocker, ground";
  parameter Real rho = 1 "mass per length", g = 9.81;
  parameter Real ma = rho*a, mb = rho*b, mc = rho*c;
  Real q1(start = 1, fixed = true) "crank", q2(start = 0.54) "coupler", q3(start = 1.44) "rocker";
  Real lambda[2];
initial equation
  der(q1) = 0;
equation
  (ma/3 + mb)*a^2*der(der(q1)) + mb*a*b/2*(cos(q1 - q2)*der(der(q2)) + sin(q1 - q2)*der(q2)^2)
    + (ma/2 + mb)*g*a*cos(q1) = lambda[1]*a*sin(q1) - lambda[2]*a*cos(q1) "crank";
  mb*b^2/3*der(der(q2)) + mb*a*b/2*(cos(q1 - q2)*der(der(q1)) - sin(q1 - q2)*der(q1)^2)
    + mb*g*b/2*cos(q2) = lambda[1]*b*sin(q2) - lambda[2]*b*cos(q2) "coupler";
  mc*c^2/3*der(der(q3)) + mc*g*c/2*cos(q3) = -lambda[1]*c*sin(q3) + lambda[2]*c*cos(q3) "rocker";
  a*cos(q1) + b*cos(q2) = d + c*cos(q3) "closes horizontally";
  a*sin(q1) + b*sin(q2) = c*sin(q3) "closes vertically";
  annotation(experiment(StopTime = 2, Tolerance = 1e-8),
    __Trammel(animation = {line({0, 0}, {a*cos(q1), a*sin(q1)}, {d + c*cos(q3), c*sin(q3)}, {d, 0}),
    point({a*cos(q1) + b/2*cos(q2), a*sin(q1) + b/2*sin(q2)}), trace({a*cos(q1) + b/2*cos(q2), a*sin(q1) + b/2*sin(q2)})}));
end FourBar;
