// at 1: a.r.v = 6 tol 1e-12
// at 1: b.r.v = 2 tol 1e-12
// source: a redeclared component keeps the modifiers of the original one: R = 2 [MLS36, 7.3.2]
model Plain
  parameter Real R = 1;
  Real v = R;
end Plain;
model Tripled
  parameter Real R = 1;
  Real v = 3*R;
end Tripled;
model A
  replaceable Plain r(R = 2);
end A;
model M
  A a(redeclare Tripled r);
  A b;
end M;
