// at 1: a.x = 4 tol 1e-12
// at 1: b[2].x = 4 tol 1e-12
// source: short classes carry modifiers and dimensions
model A
  parameter Real p = 1;
  Real x = p;
end A;
model A4 = A(p = 4);
model Two = A4[2];
model M
  A4 a;
  Two b;
end M;
