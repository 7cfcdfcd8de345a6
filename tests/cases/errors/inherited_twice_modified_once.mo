// expect: 10:13: 'r' of 'A' is inherited along two ways with different modifiers
// hint: give it the same modifier on both ways
record R
  Real a = 1;
end R;
model A
  parameter R r;
end A;
model B
  extends A(r(a = 2));
end B;
model M
  extends B;
  extends A;
  Real y = r.a;
end M;
