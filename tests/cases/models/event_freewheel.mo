// at 1: w1 = 0.3679277014150963 tol 1e-05
// at 1: w2 = 0.3679277014150963 tol 1e-05
// at 3: w1 = -0.4767478991657104 tol 1e-05
// at 3: w2 = 0.19597464391217306 tol 1e-05
// at 6: w1 = -0.8972834054247633 tol 1e-05
// at 6: w2 = 0.04372785368116676 tol 1e-05
// at 12: w1 = -1.3627381430061265 tol 1e-05
// at 12: w2 = 0.02234513903413815 tol 1e-05
// source: explicit Runge-Kutta with bisected events: torque passes in one direction only
model M
  Real w1(start = 0, fixed = true), w2(start = 0), tau, d, s(start = -1);
equation
  der(w1) = cos(time) - tau; der(w2) = tau - 0.5*w2;
  d = w2 - w1;
  d = if s > 0 then s else 0;
  tau = if s > 0 then 0 else -s;
  annotation(experiment(StopTime = 12));
end M;
