// at 0.3: x1 = 6.08147601476015 tol 0.0007
// at 1: x1 = 67.5719557195572 tol 0.0007
// at 0.3: x2 = 33.9185239852399 tol 0.0003
// at 1: x2 = -27.5719557195572 tol 0.0003
// at 0.3: S1 = 211464.022140221 tol 2
// at 1: S1 = 211464.022140221 tol 2
// at 0.3: S2 = 200905.904059041 tol 2
// at 1: S2 = 200905.904059041 tol 2
// at 0.3: w = 5.06789667896679 tol 0.0002
// at 1: w = 16.8929889298893 tol 0.0002
// source: (m1 + m2 + J/r^2) a = (m1 - m2) g
model AtwoodCgs "two weights, pulley with inertia: gram, centimetre, second"
  parameter Real m1 = 250, m2 = 180, J = 5000, r = 8, g = 981;
  Real x1(start = 0, fixed = true), x2(start = 40), v1(start = 0, fixed = true), v2, phi(start = 0, fixed = true), w, S1, S2;
equation
  der(x1) = v1; der(x2) = v2; der(phi) = w;
  m1*der(v1) = m1*g - S1;
  m2*der(v2) = m2*g - S2;
  J*der(w) = r*(S1 - S2);
  x1 + x2 = 40 "rope";
  x1 = r*phi "grip";
  annotation(experiment(StopTime = 1));
end AtwoodCgs;
