// at 1: h.x = 5 tol 1e-12
// at 1: h.y = 7 tol 1e-12
// source: inherited text sees the names where it was written: k = 5 [MLS36, 5.3.1]
package P
  constant Real k = 5;
  model B
    Real x = k;
  end B;
end P;
package Q
  constant Real k = 7;
  model H
    extends P.B;
    Real y = k;
  end H;
end Q;
model M
  Q.H h;
end M;
