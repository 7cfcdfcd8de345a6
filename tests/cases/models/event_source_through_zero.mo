// at 0.1: c.v = 0 tol 1e-9
// at 0.25: c.v = 0.98 tol 0.02
// source: nothing flows before the switch closes at a zero of the source, where all diodes stand at their zeros; a quarter of a period later the capacitor has the voltage of the source, less what the diodes drop
connector Pin
  Real v;
  flow Real i;
end Pin;
partial model TwoPin
  Pin p, n;
  Real v, i;
equation
  v = p.v - n.v;
  i = p.i;
  p.i + n.i = 0;
end TwoPin;
model Diode
  extends TwoPin;
  Real s;
  Boolean off = s < 0;
equation
  v = s*(if off then 1 else 1e-5);
  i = s*(if off then 1e-5 else 1);
end Diode;
model Switch
  extends TwoPin;
  Real s;
  Boolean off = time < 0.2;
equation
  v = s*(if off then 1 else 1e-5);
  i = s*(if off then 0 else 1);
end Switch;
model Resistor
  extends TwoPin;
  parameter Real R = 1;
equation
  v = R*i;
end Resistor;
model Capacitor
  extends TwoPin(v(start = 0, fixed = true));
equation
  1e-3*der(v) = i;
end Capacitor;
model Source
  extends TwoPin;
equation
  v = sin(2*3.141592653589793*5*time);
end Source;
model Ground
  Pin p;
equation
  p.v = 0;
end Ground;
model M
  Source u;
  Switch w;
  Resistor r(R = 1), load(R = 1000);
  Diode d1, d2, d3, d4;
  Capacitor c;
  Ground g;
equation
  connect(u.p, w.p);
  connect(w.n, r.p);
  connect(r.n, d1.p);
  connect(d1.n, c.p);
  connect(d2.n, c.p);
  connect(d3.n, d1.p);
  connect(d4.n, d2.p);
  connect(d3.p, c.n);
  connect(d4.p, c.n);
  connect(d2.p, u.n);
  connect(u.n, g.p);
  connect(load.p, c.p);
  connect(load.n, c.n);
  annotation(experiment(StopTime = 0.25));
end M;
