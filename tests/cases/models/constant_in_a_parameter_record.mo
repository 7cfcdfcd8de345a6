// at 1: x = 14 tol 1e-12
// at 1: y = 14 tol 1e-12
// source: a value that is given to a whole record gives its constants, too; only the value of a constant itself is constant (MLS 3.8.4)
record Data
  constant Real k = 2;
  parameter Real a = 1;
end Data;
model Part
  parameter Data data;
  Real x = data.k*data.a*time;
end Part;
model M
  parameter Data own(a = 7);
  Part p(data = own);
  Real x = p.x;
  Real y = own.k*own.a;
end M;
