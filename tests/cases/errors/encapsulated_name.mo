// expect: 5:14: 'k' is not declared
package P
  constant Real k = 1;
  encapsulated model A
    Real x = k;
  end A;
end P;
model M
  P.A a;
end M;
