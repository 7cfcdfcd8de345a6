// expect: 8:11: 'a.p' is final and cannot be given another value
// hint: remove this modifier
model A
  final parameter Real p = 1;
  Real x = p;
end A;
model M
  A a(p = 30);
end M;
