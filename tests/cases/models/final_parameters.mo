// at 1: a.x = 6 tol 1e-12
// source: final parameters follow others that are modified
model A
  parameter Real p = 1;
  final parameter Real q = 2*p;
  Real x = q;
end A;
model M
  A a(p = 3);
end M;
