// at 0.2: s1 = -0.076640625 tol 5e-06
// at 0.5: s1 = -0.47900390625 tol 5e-06
// at 0.2: s2 = 0.003065625 tol 2e-07
// at 0.5: s2 = 0.01916015625 tol 2e-07
// at 0.2: p = 29889.84375 tol 0.3
// at 0.5: p = 29889.84375 tol 0.3
// source: s1'' = (-m1 + r m2) g/(m1 + r^2 m2), r = A1/A2
model HydraulicPress "two pistons on oil that cannot be compressed"
  constant Real g = 9.81;
  parameter Real A1 = 4e-4, A2 = 1e-2, m1 = 2, m2 = 30;
  Real s1(start = 0, fixed = true), s2, p;
equation
  m1*der(der(s1)) = -m1*g + p*A1;
  m2*der(der(s2)) = -m2*g + p*A2;
  A1*s1 + A2*s2 = 0 "volume";
initial equation
  der(s1) = 0;
  annotation(experiment(StopTime = 0.5));
end HydraulicPress;
