// expect: 8:7: 'x' is a component and cannot be redeclared as a class
model A
  replaceable Real x = 1;
end A;
model Q
end Q;
model M
  A a(redeclare model x = Q);
end M;
