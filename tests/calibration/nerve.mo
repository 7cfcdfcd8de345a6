model Nerve "FitzHugh and Nagumo's oscillator: fast and slow by turns"
  Real v(start = -1, fixed = true), r(start = 1, fixed = true);
equation
  der(v) = 100*(v - v^3/3 - r + 0.5);
  der(r) = 0.1*(v + 0.7 - 0.8*r);
  annotation(experiment(StopTime = 60, Tolerance = 1e-6));
end Nerve;
