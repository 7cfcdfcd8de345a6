// expect: 14:11: the class 'Small' cannot take the place of 'Large': it has no 'y'
// hint: use a class that has all of its public components
model Small
  Real x = 1;
end Small;
model Large
  Real x = 2, y = 3;
end Large;
model Frame
  replaceable model Part = Large constrainedby Large;
  Part part;
end Frame;
model M
  Frame f(redeclare model Part = Small);
end M;
