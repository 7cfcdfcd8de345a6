// expect: 10:13: 'p' of 'A' is inherited along two ways with different modifiers
// hint: give it the same modifier on both ways
model A
  parameter Real p = 1;
end A;
model B
  extends A(p = 2);
end B;
model C
  extends A(p = 3);
end C;
model M
  extends B;
  extends C;
  Real y = p;
end M;
