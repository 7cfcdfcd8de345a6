// at 0: a_ = 1 tol 1e-12
// at 0: b = 2 tol 1e-12
// at 0: c_ = 3 tol 1e-12
// at 0: d = 6 tol 1e-12
// source: import P.a; import q = P.b; import P.{c, f}; import P.* [MLS36, 13.2.1]
package P
  constant Real a = 1, b = 2, c = 3;
  package Q
    constant Real e = 5;
    function f
      input Real u;
      output Real y = 2*u;
    algorithm
    end f;
  end Q;
end P;
model M
  import P.a;
  import second = P.b;
  import P.{c, Q};
  import P.Q.*;
  Real a_ = a;
  Real b = second;
  Real c_ = c;
  Real d = f(3);
end M;
