model RobotPath "Which torques move the hand of a two-link arm along a circle?"
  parameter Real l1 = 1, l2 = 0.8, m1 = 2, m2 = 1.5, g = 9.81;
  Real q1(start = 0), q2(start = 1.4);
  Real tau1, tau2;
equation
  (m1*l1^2 + m2*(l1^2 + l2^2 + 2*l1*l2*cos(q2)))*der(der(q1)) + m2*(l2^2 + l1*l2*cos(q2))*der(der(q2))
    - m2*l1*l2*sin(q2)*(2*der(q1)*der(q2) + der(q2)^2) + (m1 + m2)*g*l1*cos(q1) + m2*g*l2*cos(q1 + q2) = tau1 "shoulder";
  m2*(l2^2 + l1*l2*cos(q2))*der(der(q1)) + m2*l2^2*der(der(q2)) + m2*l1*l2*sin(q2)*der(q1)^2 + m2*g*l2*cos(q1 + q2) = tau2 "elbow";
  l1*cos(q1) + l2*cos(q1 + q2) = 0.9 + 0.3*cos(2*time) "hand horizontal";
  l1*sin(q1) + l2*sin(q1 + q2) = 0.7 + 0.3*sin(2*time) "hand vertical";
  annotation(experiment(StopTime = 3, Tolerance = 1e-8),
    __Trammel(animation = {line({0, 0}, {l1*cos(q1), l1*sin(q1)}, {l1*cos(q1) + l2*cos(q1 + q2), l1*sin(q1) + l2*sin(q1 + q2)}),
    trace({l1*cos(q1) + l2*cos(q1 + q2), l1*sin(q1) + l2*sin(q1 + q2)})}));
end RobotPath;
