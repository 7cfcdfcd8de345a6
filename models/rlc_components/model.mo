package Electrical "A small library of electrical components"
  connector Pin
    Real v "potential";
    flow Real i "current into the component";
  end Pin;

  partial model OnePort
    Pin p, n;
    Real v, i;
  equation
    v = p.v - n.v;
    p.i + n.i = 0;
    i = p.i;
  end OnePort;

  model Resistor
    extends OnePort;
    parameter Real R = 1;
  equation
    v = R*i;
  end Resistor;

  model Capacitor
    extends OnePort;
    parameter Real C = 1;
  equation
    C*der(v) = i;
  end Capacitor;

  model Inductor
    extends OnePort;
    parameter Real L = 1;
  equation
    L*der(i) = v;
  end Inductor;

  model SineVoltage
    extends OnePort;
    parameter Real V = 1, w = 1;
  equation
    v = V*sin(w*time);
  end SineVoltage;

  model Ground
    Pin p;
  equation
    p.v = 0;
  end Ground;

  model Circuit "a driven oscillator: source, resistor and inductor in series, capacitor with a load"
    SineVoltage source(V = 5, w = 3);
    Resistor r(R = 0.5);
    Inductor l(L = 0.25, i(start = 0, fixed = true));
    Capacitor c(C = 0.4, v(start = 1, fixed = true));
    Resistor load(R = 2);
    Ground ground;
  equation
    connect(source.p, r.p);
    connect(r.n, l.p);
    connect(l.n, c.p);
    connect(c.p, load.p);
    connect(load.n, c.n);
    connect(c.n, source.n);
    connect(source.n, ground.p);
    annotation(experiment(StopTime = 4, Tolerance = 1e-8));
  end Circuit;
end Electrical;
