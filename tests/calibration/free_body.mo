model FreeBody "Euler's equations with quaternions"
  parameter Real I[3] = {1, 2, 3.5};
  Real w[3](start = {0.2, 1, 0.1}, each fixed = true), q[4](start = {1, 0, 0, 0}, each fixed = true);
equation
  I[1]*der(w[1]) = (I[2] - I[3])*w[2]*w[3];
  I[2]*der(w[2]) = (I[3] - I[1])*w[3]*w[1];
  I[3]*der(w[3]) = (I[1] - I[2])*w[1]*w[2];
  2*der(q[1]) = -q[2]*w[1] - q[3]*w[2] - q[4]*w[3];
  2*der(q[2]) = q[1]*w[1] + q[3]*w[3] - q[4]*w[2];
  2*der(q[3]) = q[1]*w[2] + q[4]*w[1] - q[2]*w[3];
  2*der(q[4]) = q[1]*w[3] + q[2]*w[2] - q[3]*w[1];
  annotation(experiment(StopTime = 60, Tolerance = 1e-8));
end FreeBody;
