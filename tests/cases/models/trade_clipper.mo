// at 0.005: v = 0.53356530682508 tol 0.001
// at 0.02: v = 0.552708178164559 tol 0.001
// at 0.05: v = -4.88757669979261 tol 0.001
// at 0.005: iD = 0.00185771350943534 tol 1e-06
// at 0.02: iD = 0.00399507075274535 tol 1e-06
// at 0.05: iD = -1e-12 tol 1e-06
// source: C v' = (source - v)/R - iD, Runge-Kutta with 40000 steps in Python
model Clipper "a diode, small currents"
  parameter Real R = 1000, C = 1e-6, Is = 1e-12, Vt = 0.025;
  Real v(start = 0, fixed = true), iR, iD, iC, source;
equation
  source = 5*sin(100*time);
  R*iR = source - v;
  iD = Is*(exp(v/Vt) - 1);
  C*der(v) = iC;
  iR = iC + iD;
  annotation(experiment(StopTime = 0.05));
end Clipper;
