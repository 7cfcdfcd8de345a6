// at 0: a.b.y = 8 tol 1e-12
// source: an outer component that is inherited
model W
  parameter Real g = 4;
end W;
partial model Base
  outer W w;
end Base;
model B
  extends Base;
  Real y = 2*w.g;
end B;
model A
  B b;
end A;
model M
  inner W w;
  A a;
end M;
