// expect: 8:11: 'x' is declared twice (the other one: line 4)
// hint: one of them is inherited: rename the other
model A
  Real x = 1;
end A;
model B
  extends A;
  Integer x = 1;
end B;
model M
  B b;
end M;
