// expect: 3:28: '+' needs a number, not String
model M
  parameter String s = "a" + 1;
end M;
