// expect: 8:11: 'M' extends 'Three', which is an array, and has other elements too
// hint: make it a component
model Part
  Real x = 1;
end Part;
model Three = Part[3];
model M
  extends Three;
  Real y = 2;
end M;
