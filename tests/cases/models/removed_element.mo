// at 1: y = 2 tol 1e-12
// source: extends A(break b) leaves an element out [MLS36, 7.4]
model A
  Real b = 1;
  Real y = 2;
end A;
model M
  extends A(break b);
end M;
