// at 0: s.p[2].y = 5 tol 1e-12
// at 0: s.p[3].y = 7 tol 1e-12
// source: a redeclared array of components keeps its dimension, element modifiers given with it apply [MLS36, 7.3]
model A
  parameter Real k = 1;
  Real y = k;
end A;
model B
  parameter Real k = 1;
  Real y = 2*k + 1;
end B;
model S
  replaceable A p[3];
end S;
model M
  S s(redeclare B p(k = {1, 2, 3}));
end M;
