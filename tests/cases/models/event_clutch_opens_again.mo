// at 3: w1 = 2 tol 1e-8
// at 3: w2 = 1.5 tol 1e-8
// at 1.5: w1 = 1.125 tol 1e-8
// source: closed from 1 to 2 with a torque of 1 on the first of the inertias 1 and 3: w = 1 + (t - 1)/4, then w1 grows by 1
model M
  Real w1(start = 4, fixed = true), w2(start = 0, fixed = true), tau, load;
  Boolean locked = time >= 1 and time < 2;
equation
  load = if time < 1 then 0 else 1;
  der(w1) = load - tau - (if time < 2 then 0 else 0.25);
  3*der(w2) = tau + (if time < 2 then 0 else 0.75);
  0 = if locked then w1 - w2 else tau;
  annotation(experiment(StopTime = 3));
end M;
