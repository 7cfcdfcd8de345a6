// at 1: y = 8 tol 1e-12
// source: a redeclared component is an input as before, where it says nothing else [MLS36, 7.3]
model A
  replaceable input Real u;
  Real y = 2*u;
end A;
model M
  extends A(redeclare Real u(start = 4));
end M;
