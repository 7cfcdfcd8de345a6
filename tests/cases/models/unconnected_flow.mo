// at 1: a.p.i = 0 tol 1e-12
// at 1: a.x = 3 tol 1e-12
// source: a flow that nothing connects is zero [MLS36, 9.2]
connector Pin
  Real v;
  flow Real i;
end Pin;
model A
  Pin p;
  Real x = 3 + p.i;
equation
  p.v = 1;
end A;
model M
  A a;
end M;
