// expect: 7:21: 'x' is modified twice
// hint: remove one of them
model A
  Real x(start = 1) = 1;
end A;
model M
  A a(x(start = 1), x.start = 2);
end M;
