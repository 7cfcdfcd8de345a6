// expect: 10:21: the class 'Small' cannot take the place of 'Large': it has no 'y'
// hint: use a class that has all of its public components
model Small
  Real x = 1;
end Small;
model Large
  Real x = 2, y = 3;
end Large;
model M
  replaceable model Part = Small constrainedby Large;
  Part part;
end M;
