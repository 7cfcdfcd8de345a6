// at 0.1: out = 1.7233977680042014 tol 1e-4
// at 0.9: out = 1.7133203882092594 tol 1e-4
// at 1.7: out = 1.599079820876387 tol 1e-4
// at 3.3: out = 1.7103651329285783 tol 1e-4
// at 5.2: out = 1.7309293230228802 tol 1e-4
// at 7.7: out = 1.6150780116168209 tol 1e-4
// at 9.9: out = 1.5401242539878568 tol 1e-4
// source: six diodes: out = the largest minus the smallest of three voltages
model M
  connector Pin Real v; flow Real i; end Pin;
  partial model TwoPin Pin p, n; Real v = p.v - n.v, i = p.i; equation p.i + n.i = 0; end TwoPin;
  model Diode extends TwoPin; parameter Real R = 1e-6, G = 1e-6; Real s(start = 0); Boolean off(start = true);
  equation off = s < 0; v = s*(if off then 1 else R); i = s*(if off then G else 1); end Diode;
  model Source extends TwoPin; parameter Real phase = 0; equation v = sin(time - phase); end Source;
  model Load extends TwoPin; equation v = 2*i; end Load;
  model Ground Pin p; equation p.v = 0; end Ground;
  Diode up[3], down[3];
  Source src[3](phase = {0, 2.0943951023931953, 4.1887902047863905});
  Load load; Ground g;
  Real out = load.v;
equation
  for k in 1:3 loop
    connect(src[k].p, up[k].p); connect(src[k].p, down[k].n);
    connect(up[k].n, load.p); connect(down[k].p, load.n); connect(src[k].n, g.p);
  end for;
  annotation(experiment(StopTime = 10));
end M;
