// at 0: y = 5 tol 1e-12
// at 0: m.y = 7 tol 1e-12
// at 0: z = 3 tol 1e-12
// at 0: sum = 6 tol 1e-12
// source: one class along two ways with the same modifiers, and with others that an outer modifier covers [MLS36, 7.1]
model A
  parameter Real p = 1;
end A;
model B
  extends A(p = 2 + 3);
end B;
model C
  extends A(p = 2 + 3);
end C;
model D
  extends B;
  extends C;
  Real y = p;
end D;
model E
  extends A(p = 8);
end E;
model F
  extends B(p = 3);
  extends E(p = 3);
  Real y = p;
end F;
model M
  D d, m(p = 7);
  F f;
  D list[2](p = {2*i for i in 1:2});
  Real y = d.y;
  Real z = f.y;
  Real sum = list[1].y + list[2].y;
end M;
