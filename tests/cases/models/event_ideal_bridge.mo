// at 0.5: out = 0.8775825618903728 tol 1e-06
// at 2: out = 0.4161468365471424 tol 1e-06
// at 6: out = 0.960170286650366 tol 1e-06
// source: four diodes without any resistance: out = |cos(t)|; at its zeros all of them change, and the mode in which none conducts leaves the source open
model M
  connector Pin Real v; flow Real i; end Pin;
  partial model TwoPin
    Pin p, n;
    Real v = p.v - n.v, i = p.i;
  equation
    p.i + n.i = 0;
  end TwoPin;
  model Diode
    extends TwoPin;
    parameter Real R = 0, G = 0;
    Real s(start = 0) "along the characteristic";
    Boolean off(start = true);
  equation
    off = s < 0;
    v = if off then s else 0;
    i = if off then 0 else s;
  end Diode;
  model Source
    extends TwoPin;
  equation
    v = cos(time);
  end Source;
  model Load
    extends TwoPin;
  equation
    v = 2*i;
  end Load;
  model Ground
    Pin p;
  equation
    p.v = 0;
  end Ground;
  Diode a, b, c, d;
  Source source;
  Load load;
  Ground ground;
  Real out = load.v;
equation
  connect(source.p, a.p);
  connect(source.p, c.n);
  connect(source.n, b.p);
  connect(source.n, d.n);
  connect(a.n, load.p);
  connect(b.n, load.p);
  connect(c.p, load.n);
  connect(d.p, load.n);
  connect(load.n, ground.p);
  annotation(experiment(StopTime = 6));
end M;
