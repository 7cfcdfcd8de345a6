// expect: 6:3: the package 'P' cannot have equations or algorithms
// hint: move them to a model
package P
  constant Real k = 1;
algorithm
  k := 1;
end P;
model M
  Real x = P.k;
end M;
