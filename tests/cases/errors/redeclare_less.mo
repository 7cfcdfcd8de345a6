// expect: 14:19: 'c.a' cannot stand for a component of the class 'A': it has no 'p'
// hint: use a class that has all of its public components
model A
  Real x = 1;
  parameter Real p = 1;
end A;
model B
  Real x = 2;
end B;
model C
  replaceable A a;
end C;
model M
  C c(redeclare B a);
end M;
