// at 0: s.p[2].v = 5 tol 1e-9
// at 0: s.p[2].i = -1 tol 1e-9
// source: arrays of connectors are connected element by element
connector Pin
  Real v;
  flow Real i;
end Pin;
model Src
  Pin p[2];
equation
  p.v = {4, 5};
end Src;
model Load
  Pin p[2];
equation
  p.i = {2, 1};
end Load;
model M
  Src s;
  Load l;
equation
  connect(s.p, l.p);
end M;
