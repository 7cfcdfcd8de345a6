// at 1: x = 24 tol 1e-12
// source: constants of a package may use each other and functions of it
package P
  constant Real c = b*f(2);
  constant Real b = a + 1;
  constant Real a = 3;
  function f
    input Real u;
    output Real y = a*u;
  algorithm
  end f;
end P;
model M
  Real x = P.c;
end M;
