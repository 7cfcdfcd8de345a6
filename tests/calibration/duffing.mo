model Duffing "A driven oscillator with a hardening spring"
  Real x(start = 1, fixed = true), v(start = 0, fixed = true);
equation
  der(x) = v;
  der(v) = -0.1*v - x^3 + 0.4*cos(1.1*time);
  annotation(experiment(StopTime = 40, Tolerance = 1e-7));
end Duffing;
