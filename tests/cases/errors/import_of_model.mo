// expect: 7:10: 'A' is a model; imports are from packages
// hint: use the whole name
model A
  Real x = 1;
end A;
model M
  import A.*;
  Real y = x;
end M;
