// at 1: x = 1 tol 1e-12
// at 1: y = 2 tol 1e-12
// at 1: z = 3 tol 1e-12
// at 1: n.d = 1 tol 1e-12
// source: import by name, renamed, of a list, of all; an import by name comes first [MLS36, 13.2.1]
package P
  constant Real a = 1, b = 2, c = 3;
  package Q
    constant Real a = 10;
  end Q;
end P;
model M
  import P.a;
  import two = P.b;
  import P.{c};
  import P.Q.*;
  Real x = a, y = two, z = c;
  model N
    import R = P;
    import P.*;
    Real d = a*R.a;
  end N;
  N n;
end M;
