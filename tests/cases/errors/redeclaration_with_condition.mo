// expect: 9:23: the redeclaration of 'x' cannot have a condition
// hint: its condition is that of the declaration whose place it takes
model A
  replaceable Real x = 1;
end A;
model M
  extends A;
  parameter Boolean on = true;
  redeclare Real x if on;
end M;
