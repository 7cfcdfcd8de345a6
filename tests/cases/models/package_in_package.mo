// at 1: x = 6 tol 1e-12
// at 1: y = 20 tol 1e-12
// source: a package inside a modified package sees the modified constants
package P
  constant Real k = 2;
  package Q
    constant Real m = 3*k;
    function f
      output Real y = m + k;
    algorithm
    end f;
  end Q;
end P;
package R = P(k = 5);
model M
  Real x = P.Q.m, y = R.Q.f();
end M;
