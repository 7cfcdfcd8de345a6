// at 1: y = 1 tol 1e-12
// source: a component whose condition is false does not exist [MLS36, 4.4.5]
model A
  Real x = 1/0;
end A;
model M
  parameter Boolean use = false;
  A a if use;
  Real y = time;
end M;
