// at 1: y = 2 tol 1e-12
// source: MLS 13.2.1: imports are not inherited, but inherited text uses those of its own class
package P
  package Q
    constant Real k = 2;
  end Q;
  model A
    import K = P.Q;
    Real y = K.k;
  end A;
end P;
model M
  extends P.A;
  constant Real K = 7;
end M;
