// expect: 7:11: the package 'P' cannot extend the model 'A'
// hint: extend a class of its own kind
model A
  constant Real c = 1;
end A;
package P
  extends A;
end P;
model M
  Real x = P.c;
end M;
