model BatchReactor "Two reactions, one of them in equilibrium, and heat: index 1, stiff"
  Real a(start = 1, fixed = true), b(start = 0, fixed = true), c(start = 0.5), h(start = 1e-4) "ions", T(start = 300, fixed = true);
  Real k1 = 5e6*exp(-6000/T), k2 = 2e4*exp(-5000/T);
equation
  der(a) = -k1*a*c;
  der(b) = k1*a*c - k2*b;
  der(T) = 60*k1*a*c - 0.05*(T - 295);
  c = 0.6 - 0.5*b + h;
  h^2*(1 + 20*h) = 1e-6*c;
  annotation(experiment(StopTime = 600, Tolerance = 1e-6));
end BatchReactor;
