model Rectifier "A bridge of four diodes that loads a capacitor: index 1, exponentials"
  parameter Real R = 1000, C = 1e-5, Rs = 10, Is = 1e-9, UT = 0.05;
  Real a(start = 0), b(start = 0), u(start = 0, fixed = true) "voltage over the load";
  Real d1 = Is*(exp((a - u)/UT) - 1), d2 = Is*(exp((b - u)/UT) - 1);
  Real d3 = Is*(exp(-a/UT) - 1), d4 = Is*(exp(-b/UT) - 1);
equation
  C*der(u) = d1 + d2 - u/R;
  (5*sin(314*time) - (a - b))/Rs = d1 - d3 + 1e-4*a "node a";
  -(5*sin(314*time) - (a - b))/Rs = d2 - d4 + 1e-4*b "node b";
  annotation(experiment(StopTime = 0.06, Tolerance = 1e-6));
end Rectifier;
