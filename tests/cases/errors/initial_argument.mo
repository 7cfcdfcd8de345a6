// expect: 3:15: initial takes no arguments
model M
  Boolean b = initial(1);
end M;
