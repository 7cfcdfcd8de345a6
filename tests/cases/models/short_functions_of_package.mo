// at 0: y = 4 tol 1e-12
// source: an alias of a function inside a package that is an alias
package P
  function square
    input Real u;
    output Real y = u^2;
  algorithm
  end square;
end P;
package Q = P;
model M
  function f = Q.square;
  Real y = f(2);
end M;
