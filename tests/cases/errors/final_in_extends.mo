// expect: 11:11: 'b.p' is final and cannot be given another value
// hint: remove this modifier
model A
  parameter Real p = 1;
  Real x = p;
end A;
model B
  extends A(final p = 2);
end B;
model M
  B b(p = 3);
end M;
