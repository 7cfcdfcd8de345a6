// at 0.7: q1 = 0.000558161175427271 tol 6e-09
// at 3: q1 = -0.000161014995067244 tol 6e-09
// at 0.7: dp = 6314.36680335 tol 0.06
// at 3: dp = -1708.67745752812 tol 0.06
// source: q1 + q2 = Q differentiated by hand gives dp; Runge-Kutta with 4000 steps in Python
model ParallelPipes "a flow that is given divides between two pipes with inertia"
  parameter Real I1 = 4e6, I2 = 9e6, R1 = 2e6, R2 = 1e6;
  Real q1(start = 0, fixed = true), q2, dp, Q;
equation
  Q = 1e-3*(1 - cos(2*time));
  I1*der(q1) = dp - R1*q1;
  I2*der(q2) = dp - R2*q2;
  q1 + q2 = Q "joint";
  annotation(experiment(StopTime = 3));
end ParallelPipes;
