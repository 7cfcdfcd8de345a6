// at 0.3: i = 1.2542109750338328 tol 1e-8
// at 1: i = 0 tol 1e-9
// at 1: u = -9.589242746631385 tol 1e-6
// source: a coil behind an ideal diode written with factors; the current ends at 0.81356 and rests
model M
  Real i(start = 0), u, s;
equation
  10*sin(5*time) = der(i) + 4*i + u;
  u = s*(if s > 0 then 0 else 1);
  i = s*(if s > 0 then 1 else 0);
  annotation(experiment(StopTime = 1.2));
end M;
