model VelocityForce "A second-order index-3 problem whose forces depend on the velocities"
  Real q1(start = 0, fixed = true), q2(start = 1);
  Real lambda;
initial equation
  der(q1) = 1;
equation
  der(der(q1)) = -q1 - 2*q1*der(q1)*der(q2) - 2*q1*lambda "first";
  der(der(q2)) = -der(q1) + 2*q1*q2^2 - 2*q2*lambda "second";
  q1^2 + q2^2 = 1 "circle";
  annotation(experiment(StopTime = 1, Tolerance = 1e-8));
end VelocityForce;
