// at 1: inner1.p.i = 2 tol 1e-12
// at 1: box.p.i = 2 tol 1e-12
// at 1: src.p.i = -2 tol 1e-12
// source: flows of outside connectors count with the other sign [MLS36, 9.2]
connector Pin
  Real v;
  flow Real i;
end Pin;
model Load
  Pin p;
equation
  p.i = 2;
end Load;
model Box
  Pin p;
  Load load;
equation
  connect(p, load.p);
end Box;
model Source
  Pin p;
equation
  p.v = 1;
end Source;
model M
  Box box;
  Source src;
  Load inner1;
  Source other;
equation
  connect(box.p, src.p);
  connect(inner1.p, other.p);
end M;
