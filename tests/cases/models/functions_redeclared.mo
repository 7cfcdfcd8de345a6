// at 1: a.y = 9 tol 1e-12
// at 1: b.y = 3 tol 1e-12
// source: a function that a package redeclares is called by the functions that it inherits
package P
  replaceable function g
    input Real x;
    output Real y = x;
  algorithm
  end g;
  function f
    input Real x;
    output Real y = g(g(x));
  algorithm
  end f;
end P;
package Q
  extends P;
  redeclare function g
    input Real x;
    output Real y = 3*x;
  algorithm
  end g;
end Q;
model A
  replaceable package F = P;
  Real y;
equation
  y = F.f(time) + (if F.f(1) > 1 then 0 else 2);
end A;
model M
  A a(redeclare package F = Q), b;
end M;
