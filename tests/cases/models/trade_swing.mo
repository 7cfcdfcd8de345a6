// at 1: phi = -1.19875656991012 tol 0.0001
// at 8: phi = 1.120840223405 tol 0.0001
// at 1: E = -2.84378365713293 tol 0.0003
// at 8: E = -2.84378365713293 tol 0.0003
// source: Jacobi's sn
model Swing
  parameter Real l = 0.8;
  Real phi(start = 1.2, fixed = true), w(start = 0, fixed = true), E;
equation
  der(phi) = w;
  l^2*der(w) = -9.81*l*sin(phi);
  E = l^2*w^2/2 - 9.81*l*cos(phi);
  annotation(experiment(StopTime = 8));
end Swing;
