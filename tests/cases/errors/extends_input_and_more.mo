// expect: 8:11: 'Both' extends 'Given', which is an input or output as a whole, and has other elements too
// hint: make it a component
connector C
  Real x;
end C;
connector Given = input C;
connector Both
  extends Given;
  Real y;
end Both;
model M
  Both b(x = 1, y = 2);
end M;
