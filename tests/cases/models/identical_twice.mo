// at 1: b.x = 1 tol 1e-12
// at 1: z = 2 tol 1e-12
// at 1: d.y = 3 tol 1e-12
// source: identical declarations that are inherited twice are one [MLS36, 7.1]
record A
  Real x;
end A;
record B
  extends A;
  Real x;
end B;
function base
  input Real u;
  output Real y;
end base;
function f
  extends base;
  input Real u;
algorithm
  y := 2*u;
end f;
partial model Left
  parameter Real w = 3;
end Left;
partial model Right
  parameter Real w = 3;
end Right;
model D
  extends Left;
  extends Right;
  Real y = w;
end D;
model M
  B b(x = time);
  Real z = f(time);
  D d;
end M;
