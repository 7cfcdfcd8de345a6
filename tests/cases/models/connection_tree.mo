// at 1: av = 4 tol 1e-12
// at 1: cv = 4 tol 1e-12
// at 1: s = 0 tol 1e-12
// source: three connectors are one set: equal potentials, one sum of flows
connector Pin
  Real v;
  flow Real i;
end Pin;
model R
  Pin p;
  parameter Real g = 1;
equation
  p.i = g*(p.v - 6);
end R;
model S
  Pin p;
equation
  p.i = 3*(p.v - 3);
end S;
model M
  R r1(g = 1), r2(g = 0.5);
  S s1;
  Real s = r1.p.i + r2.p.i + s1.p.i;
  Real av = r1.p.v, cv = s1.p.v;
equation
  connect(r1.p, r2.p);
  connect(r2.p, s1.p);
end M;
