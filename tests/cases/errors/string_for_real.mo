// expect: 3:22: the value of parameter 'p' must be Real, not String
model M
  parameter Real p = "a";
end M;
