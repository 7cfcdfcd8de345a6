// at 1: b.y = 2 tol 1e-12
// at 1: c.z = 3 tol 1e-12
// source: block and class are models for components
block B
  input Real u = 1;
  output Real y = 2*u;
end B;
class C
  Real z = 3;
end C;
model M
  B b;
  C c;
end M;
