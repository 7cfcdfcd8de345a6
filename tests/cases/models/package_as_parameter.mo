// at 1: a.y = 12 tol 1e-12
// at 1: b.y = 5 tol 1e-12
// source: constants and functions of a replaceable package follow its redeclaration
package Base
  constant Real k = 5;
  replaceable function f
    input Real u;
    output Real v = u;
  algorithm
  end f;
end Base;
package Other
  extends Base(k = 4);
  redeclare function f
    input Real u;
    output Real v = 3*u;
  algorithm
  end f;
end Other;
model A
  replaceable package P = Base;
  Real y = P.f(P.k);
end A;
model M
  A a(redeclare package P = Other), b;
end M;
