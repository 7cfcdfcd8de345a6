// at 1: a.p.x = 7 tol 1e-12
// at 1: a.q.x = 7 tol 1e-12
// at 1: b.p.x = 1 tol 1e-12
// source: a modifier of a class inside reaches all components of it
model A
  model P
    parameter Real k = 1;
    Real x = k;
  end P;
  P p, q;
end A;
model M
  A a(P(k = 7)), b;
end M;
