// at 1: p.x = 2 tol 1e-12
// at 1: y = 20 tol 1e-12
// at 1: c = 7 tol 1e-12
// source: redeclare as an element reaches the inherited text [MLS36, 7.3]
model Base
  replaceable model Part
    Real x = 1;
  end Part;
  replaceable function f
    input Real u;
    output Real v;
  algorithm
    v := u;
  end f;
  replaceable parameter Real k = 3;
  Part p;
  Real y = f(p.x);
  Real c = k;
end Base;
model M
  extends Base;
  redeclare model Part
    Real x = 2;
  end Part;
  redeclare function f
    input Real u;
    output Real v;
  algorithm
    v := 10*u;
  end f;
  redeclare parameter Real k = 7;
end M;
