// expect: 12:9: 'b.a.p' is protected in 'A' and cannot be modified from outside
// hint: modify it in a class that extends it
model A
  Real x = p;
protected
  parameter Real p = 1;
end A;
model B
  A a;
end B;
model M
  B b(a(p = 3));
end M;
