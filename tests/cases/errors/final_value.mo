// expect: 9:11: 'a.p' is final and cannot be given another value
// hint: remove this modifier
model A
  parameter Real p = 1;
  Real x = p*time;
end A;
model B = A(final p = 2);
model M
  B a(p = 3);
end M;
