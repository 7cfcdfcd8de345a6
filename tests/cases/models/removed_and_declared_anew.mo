// at 0: b.c.y = 30 tol 1e-12
// at 0: b.z = 31 tol 1e-12
// source: an element that is left out with break is left out below modifiers of another of its name [MLS36, 7.4]
model Slow
  parameter Real k = 1;
  Real y = k;
end Slow;
model Fast
  parameter Real k = 2;
  Real y = 10*k;
end Fast;
model A
  Slow c;
end A;
model B
  extends A(break c);
  Fast c;
  Real z = c.y + 1;
end B;
model M
  B b(c(k = 3));
end M;
