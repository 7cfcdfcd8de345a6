// expect: 7:25: 'c.x' cannot stand for a component of the class 'Real': it has another type
// hint: use a class that has all of its public components
model C
  replaceable Real x = 1;
end C;
model M
  C c(redeclare Boolean x = true);
end M;
