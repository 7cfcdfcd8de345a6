model Multivibrator "An amplifier that loads a capacitor until it switches over: index 1, jumps that take a microsecond"
  Real u(start = 0, fixed = true) "over the capacitor", o(start = 1, fixed = true) "output", g "input", i "current";
equation
  g = 0.5*o - u;
  1e-6*der(o) = 5*tanh(4*g) - o;
  i + 0.01*i^3 = o - u;
  1e-3*der(u) = i;
  annotation(experiment(StopTime = 0.01, Tolerance = 1e-6));
end Multivibrator;
