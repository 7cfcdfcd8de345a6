// at 1: a.x = 2 tol 1e-12
// source: an encapsulated class sees only what it imports and what is global [MLS36, 5.3.1]
package P
  constant Real k = 1;
  encapsulated model A
    import P;
    constant Real k = 2;
    Real x = k*P.k;
  end A;
end P;
model M
  P.A a;
end M;
