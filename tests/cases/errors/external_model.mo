// expect: 3:7: 'A' is a model; only functions can be 'external'
// hint: write an external function and call it
model A
  Real x = 1;
  external "C" f(x);
end A;
model M
  A a;
end M;
