// at 0: b.p.e = 5 tol 1e-12
// at 0: a.p.f = -2 tol 1e-12
// source: a short class has the kind that it is declared with: a connector made of a record is a connector [MLS36, 4.6]
record R
  Real e;
  Real f;
end R;
connector K = R;
model A
  K p;
equation
  p.e = 5;
end A;
model B
  K p;
equation
  p.f = -2;
end B;
model M
  A a;
  B b;
equation
  connect(a.p, b.p);
end M;
