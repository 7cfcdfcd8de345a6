model FlowNet "Water that cannot be pressed together in a net of three meshes: index 2"
  Real q[6](each start = 0) "flows", p[3] "pressures at joints";
equation
  der(q[1]) = 10 + 2*sin(time) - p[1] - q[1]*abs(q[1]);
  der(q[2]) = p[1] - p[2] - 2*q[2]*abs(q[2]);
  der(q[3]) = p[1] - p[3] - 0.5*q[3]*abs(q[3]);
  der(q[4]) = p[2] - p[3] - q[4]*abs(q[4]);
  der(q[5]) = p[2] - 5*q[5]*abs(q[5]);
  der(q[6]) = p[3] - 100*q[6]*abs(q[6]) - 40*q[6];
  q[1] = q[2] + q[3];
  q[2] = q[4] + q[5];
  q[3] + q[4] = q[6];
  annotation(experiment(StopTime = 10, Tolerance = 1e-6));
end FlowNet;
