// expect: 9:15: 'a.x' is protected in 'A' and cannot be used from outside
// hint: declare it in a public section
model A
  Real y = x;
protected
  Real x = 1;
end A;
model M
  A a; Real z=a.x;
end M;
