// expect: 9:7: 'a.p' is protected in 'A' and cannot be modified from outside
// hint: modify it in a class that extends it
model A
  Real x = p;
protected
  parameter Real p = 1;
end A;
model M
  A a(p = 3);
end M;
