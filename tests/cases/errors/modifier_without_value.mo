// expect: 6:11: an expression was expected, but ')' stands here
model A
  parameter Real k = 1;
end A;
model M
  A a(k = );
end M;
