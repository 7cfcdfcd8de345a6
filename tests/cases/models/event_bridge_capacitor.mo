// at 0.5: cap.v = 2.1530545661719627 tol 2e-5
// at 2: cap.v = 4.674791884544777 tol 2e-5
// at 4: cap.v = 3.5873918725275122 tol 2e-5
// at 7: cap.v = 3.231363851369684 tol 2e-5
// at 10: cap.v = 3.3162071544853546 tol 2e-5
// source: explicit Runge-Kutta with bisected events, 0.5 v' = max(0, (|5 sin t| - v)/0.1) - v/10; two diodes end their conduction at the same instant
model M
  connector Pin Real v; flow Real i; end Pin;
  partial model TwoPin Pin p, n; Real v = p.v - n.v, i = p.i; equation p.i + n.i = 0; end TwoPin;
  model Diode extends TwoPin; parameter Real R = 1e-7, G = 1e-7; Real s(start = 0); Boolean off(start = true);
  equation off = s < 0; v = s*(if off then 1 else R); i = s*(if off then G else 1); end Diode;
  model Source extends TwoPin; equation v = 5*sin(time); end Source;
  model Res extends TwoPin; parameter Real R = 1; equation v = R*i; end Res;
  model Cap extends TwoPin(v(start = 0, fixed = true)); parameter Real C = 1; equation i = C*der(v); end Cap;
  model Ground Pin p; equation p.v = 0; end Ground;
  Diode a, b, c, d; Source source; Res rs(R = 0.1), load(R = 10); Cap cap(C = 0.5); Ground ground;
equation
  connect(source.p, rs.p); connect(rs.n, a.p); connect(rs.n, c.n); connect(source.n, b.p); connect(source.n, d.n);
  connect(a.n, load.p); connect(b.n, load.p); connect(c.p, load.n); connect(d.p, load.n);
  connect(cap.p, load.p); connect(cap.n, load.n); connect(load.n, ground.p);
  annotation(experiment(StopTime = 10));
end M;
