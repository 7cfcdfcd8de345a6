// at 20: v = 489.959114254401 tol 0.03
// at 60: v = 2594.01518953222 tol 0.03
// at 20: h = 4586.16943055461 tol 0.6
// at 60: h = 58091.6989109149 tol 0.6
// source: Tsiolkovsky
model Rocket
  parameter Real ve = 2500, mdot = 12, m0 = 1000;
  Real h(start = 0, fixed = true), v(start = 0, fixed = true), m(start = m0, fixed = true), a;
equation
  der(h) = v;
  der(v) = a;
  der(m) = -mdot;
  m*a = ve*mdot - m*9.80665;
  annotation(experiment(StopTime = 60));
end Rocket;
