// expect: 2:6: the class 'A' is defined by itself
type A = B;
type B = A;
model M
  A x;
end M;
