// at 1: y = 4 tol 1e-12
// source: p = break takes the value away, so that another can be given
model A
  Real y = 1;
end A;
model M
  extends A(y = break);
equation
  y = 4*time;
end M;
