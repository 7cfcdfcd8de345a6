// expect: 18:19: 'c.a' cannot stand for a component of the class 'I': it has no 'y'
// hint: use a class that has all of its public components
partial model I
  Real y;
end I;
model A
  extends I;
equation
  y = 1;
end A;
model B
  Real z = 2;
end B;
model C
  replaceable A a constrainedby I;
end C;
model M
  C c(redeclare B a);
end M;
