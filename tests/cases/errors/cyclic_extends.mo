// expect: 6:7: the class 'B' extends itself
// hint: remove one of the extends clauses
model A
  extends B;
end A;
model B
  extends A;
end B;
