// at 1: w = 1.5 tol 1e-7
// at 2: w = 2.75 tol 1e-7
// source: der(p) of p = t^2/2 + t/2 at the last sample at or before t; no equation holds that derivative
connector Flange
  Real p;
end Flange;
model Body
  Flange f;
  Real v(start = 0.5, fixed = true), x(start = 0, fixed = true);
equation
  f.p = x + 3;
  der(x) = v;
  der(v) = 1;
end Body;
model Sensor
  Flange f;
  discrete Real w;
initial equation
  w = der(f.p);
equation
  when sample(0, 0.25) then
    w = der(f.p);
  end when;
end Sensor;
model M
  Body b;
  Sensor s;
  Real w = s.w + (if time >= 1.9 then 0.25 else 0);
equation
  connect(b.f, s.f);
  annotation(experiment(StopTime = 2));
end M;
