// at 1: a.own.v = 5 tol 1e-9
// at 1: total = 3 tol 1e-9
// source: components connect to a connector of an outer component; its equations are written once
connector Pin
  Real v;
  flow Real i;
end Pin;
model Bus
  Pin p;
equation
  p.v = 5;
end Bus;
model Sink
  parameter Real i = 1;
  Pin p;
  Real v = p.v;
equation
  p.i = i;
end Sink;
model Load
  parameter Real i = 1;
  outer Bus bus;
  Sink own(i = i);
equation
  connect(own.p, bus.p);
end Load;
model M
  inner Bus bus;
  Load a(i = 1), b(i = 2);
  Real total = -bus.p.i;
end M;
