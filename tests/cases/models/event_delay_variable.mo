// at 0.2: y = 0 tol 1e-9
// at 2: y = 1.27267564329358 tol 1e-7
// at 5: y = 4.73973106866578 tol 1e-7
// source: delay(time, T) is time - T as soon as that is not negative
model M
  Real y = delay(time, 0.5 + 0.25*sin(time), 1);
  annotation(experiment(StopTime = 5));
end M;
