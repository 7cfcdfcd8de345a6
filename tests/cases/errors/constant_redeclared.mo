// expect: 7:7: 'a.k' is a constant and cannot be redeclared
// hint: give it another value
model A
  replaceable constant Real k = 1;
end A;
model M
  A a(redeclare constant Real k = 2);
end M;
