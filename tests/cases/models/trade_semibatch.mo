// at 600: n = 1555.09067590969 tol 0.05
// at 3600: n = 5008.20667067048 tol 0.05
// at 600: c = 706.859398140769 tol 0.007
// at 3600: c = 610.756911057376 tol 0.007
// source: n' = F cF - k n
model Semibatch
  parameter Real F = 2e-3, cF = 1500, V0 = 1, k = 5e-4;
  Real V(start = V0, fixed = true), n(start = 0, fixed = true), c, r;
equation
  der(V) = F;
  der(n) = F*cF - r*V;
  n = c*V;
  r = k*c;
  annotation(experiment(StopTime = 3600));
end Semibatch;
