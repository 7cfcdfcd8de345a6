// at 1: a.y = 4 tol 1e-12
// at 1: b.y = 7 tol 1e-12
// at 1: c.y = 9 tol 1e-12
// at 1: z = 20 tol 1e-12
// source: constants of packages with modifiers: 4, 7, 9 and their sum
package B
  constant Real k = 4;
  model X
    Real y = k;
  end X;
  function f
    output Real y;
  algorithm
    y := k;
  end f;
end B;
package D
  extends B(k = 7);
end D;
package E = B(k = 9);
model M
  B.X a;
  D.X b;
  E.X c;
  Real z = B.f() + D.f() + E.f();
end M;
