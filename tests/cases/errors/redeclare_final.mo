// expect: 13:7: 'c.a' is final and cannot be given another value
// hint: remove this modifier
model A
  Real x = 1;
end A;
model B
  extends A;
end B;
model C
  final replaceable A a;
end C;
model M
  C c(redeclare B a);
end M;
