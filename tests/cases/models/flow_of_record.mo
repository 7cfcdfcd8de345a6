// at 0: a.p.f.x = -5 tol 1e-12
// at 0: c.p.f.y = -13 tol 1e-12
// source: flow before a component of a record type makes flows of all elements of the record; the record itself says none [MLS36, 4.4.2.2]
record R
  Real x;
  Real y;
end R;
connector K
  Real e;
  flow R f;
end K;
model A
  K p;
equation
  p.e = 5;
  p.f.y = 3;
end A;
model B
  K p;
equation
  p.f.x = -2;
  p.f.y = 2*p.e;
end B;
model C
  K p;
equation
  p.f.x = 7;
end C;
model M
  A a;
  B b;
  C c;
equation
  connect(a.p, b.p);
  connect(b.p, c.p);
end M;
