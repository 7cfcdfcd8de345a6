// at 1: p.x = 2 tol 1e-12
// source: redeclare in the modifiers of an extends clause
model P
  Real x = 1;
end P;
model Q
  Real x = 2;
end Q;
model A
  replaceable P p;
end A;
model M
  extends A(redeclare Q p);
end M;
