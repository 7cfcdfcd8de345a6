// expect: 14:7: the model 'Q' cannot take the place of the package 'P'
// hint: use a class of its kind
package P
  constant Real c = 1;
end P;
model Q
  constant Real c = 2;
end Q;
model A
  replaceable package K = P constrainedby P;
  Real y = K.c;
end A;
model M
  A a(redeclare model K = Q);
end M;
