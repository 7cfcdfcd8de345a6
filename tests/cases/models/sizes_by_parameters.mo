// at 1: a.s = 10 tol 1e-12
// source: sizes follow parameters that modifiers change
model A
  parameter Integer n = 2;
  parameter Real v[n] = {i for i in 1:n};
  Real s = sum(v);
end A;
model M
  A a(n = 4);
end M;
