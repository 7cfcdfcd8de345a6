// expect: 18:3: 'a' was redeclared as final by 'C' and cannot be redeclared again
// hint: leave it as it is
model A
  Real x = 1;
end A;
model A2
  Real x = 2;
end A2;
model B
  replaceable A a;
end B;
model C
  extends B;
  redeclare final replaceable A a;
end C;
model M
  extends C;
  redeclare A2 a;
end M;
