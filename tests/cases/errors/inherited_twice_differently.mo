// expect: 7:17: 'k' is declared twice (the other one: line 4)
// hint: one of them is inherited: rename the other
model A
  parameter Real k = 1;
end A;
model B
  constant Real k = 1;
end B;
model M
  extends A;
  extends B;
  Real x = k;
end M;
