// at 1: p[2].x = 5 tol 1e-12
// at 1: p[2].w = 1 tol 1e-12
// at 1: q[2,2].w = 8 tol 1e-12
// at 1: a.y = 6 tol 1e-12
// source: what makes a record is applied to arrays as functions are; constants and final fields are no arguments of it
model M
  record P
    Real x;
    Real w;
  end P;
  record A
    constant Real c = 2;
    final parameter Real d = 1;
    Real x;
    Real y = c*d*x;
  end A;
  function twice
    input Real u;
    output P p;
  algorithm
    p := P(u, 2*u);
  end twice;
  P p[2] = P({3, 5}, w = 1);
  P q[2, 2] = twice([1, 2; 3, 4]);
  A a = A(3);
end M;
