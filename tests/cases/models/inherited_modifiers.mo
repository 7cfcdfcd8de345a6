// at 1: a.x = 4 tol 1e-12
// at 1: b.r.y = 3 tol 1e-12
// at 1: g = 6 tol 1e-12
// at 1: k.y = 1 tol 1e-12
// source: modifiers of short classes, of records with inherited fields, of functions; extends may modify what is protected
model A
  Real x = p;
protected
  parameter Real p = 1;
end A;
model A4
  extends A(p = 4);
end A4;
record R0
  Real y;
end R0;
record R
  extends R0;
  Real z;
end R;
model B
  R r = R(3*time, 4);
end B;
function f
  input Real u;
  input Real factor = 2;
  output Real v;
algorithm
  v := factor*u;
end f;
function f6 = f(factor = 6);
model K
  Real y = 1;
  Real gone = 1/0;
end K;
model K1
  extends K(break gone);
end K1;
model M
  A4 a;
  B b;
  Real g = f6(time);
  K1 k;
end M;
