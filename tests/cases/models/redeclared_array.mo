// at 1: s = 6 tol 1e-12
// source: a redeclared component keeps the size of the original one [MLS36, 7.3]
model One
  Real x = 1;
end One;
model Two
  Real x = 2;
end Two;
model A
  parameter Integer n = 3;
  replaceable One c[n];
  Real s = sum(c.x);
end A;
model M
  A a(redeclare Two c);
  Real s = a.s;
end M;
