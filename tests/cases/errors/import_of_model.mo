// expect: 7:12: 'x' is a variable of a package, not a constant
model A
  Real x = 1;
end A;
model M
  import A.*;
  Real y = x;
end M;
