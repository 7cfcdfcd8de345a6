// expect: 6:3: 'P' is a package and cannot be the class of 'p'
package P
  constant Real k = 1;
end P;
model M
  P p;
end M;
