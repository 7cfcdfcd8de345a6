// at 2: x = 1.07451072720045 tol 0.0003
// at 10: x = -0.595467868013413 tol 0.0003
// at 2: v = -0.213939986013022 tol 0.0002
// at 10: v = -0.565158762386847 tol 0.0002
// source: Runge-Kutta with 20000 steps in Python
model Duffing
  Real x(start = 1, fixed = true), v(start = 0, fixed = true), spring;
equation
  der(x) = v;
  der(v) + 0.2*v + spring = 0.3*cos(1.2*time);
  spring = x^3 - x;
  annotation(experiment(StopTime = 10));
end Duffing;
