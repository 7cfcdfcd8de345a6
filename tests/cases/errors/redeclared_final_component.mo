// expect: 16:9: 'c.b.a' was redeclared as final and cannot be redeclared again
// hint: leave it as it is
model A
  Real x = 1;
end A;
model A2
  Real x = 2;
end A2;
model B
  replaceable A a;
end B;
model C
  B b(final redeclare A a);
end C;
model M
  C c(b(redeclare A2 a));
end M;
