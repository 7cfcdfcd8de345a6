// expect: 7:29: 'x' is modified twice
// hint: remove one of them
model A
  replaceable Real x;
end A;
model M
  A a(redeclare Real x = 1, x = 2);
end M;
