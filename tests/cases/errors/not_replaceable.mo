// expect: 10:7: 'b.a' is not replaceable and cannot be redeclared
// hint: write replaceable before its declaration
model A
  Real x = 1;
end A;
model B
  A a;
end B;
model M
  B b(redeclare A a);
end M;
