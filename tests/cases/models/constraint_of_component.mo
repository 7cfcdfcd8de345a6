// at 1: a.r.v = 10 tol 1e-12
// at 1: b.r.v = 3 tol 1e-12
// source: modifiers of constrainedby hold for the redeclared component, those of the declaration do not [MLS36, 7.3.2]
model R
  parameter Real k = 1, m = 1;
  Real v = k*m;
end R;
model S
  parameter Real k = 1, m = 2;
  Real v = k*m;
end S;
model A
  replaceable R r(k = 3) constrainedby R(k = 5);
end A;
model M
  A a(redeclare S r), b;
end M;
