// expect: 8:12: 'a' does not exist: its condition is false
// hint: use it only in connect, or change the condition
model A
  Real y = 1;
end A;
model M
  A a if false;
  Real x = a.y;
end M;
