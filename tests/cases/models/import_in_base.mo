// at 1: y = 8 tol 1e-12
// source: imports are not inherited; the text of the base uses its own
package P
  constant Real k = 8;
end P;
package Q
  constant Real k = 1;
end Q;
model A
  import P.k;
  Real y = k;
end A;
model M
  import Q.k;
  extends A;
end M;
