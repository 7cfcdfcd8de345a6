// expect: 10:21: 'part' cannot stand for a component of the class 'Large': it has no 'y'
// hint: use a class that has all of its public components
model Small
  Real x = 1;
end Small;
model Large
  Real x = 2, y = 3;
end Large;
model M
  replaceable Small part constrainedby Large;
end M;
