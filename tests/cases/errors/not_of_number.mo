// expect: 4:19: 'not' needs Booleans, not Integer
model M
  parameter Integer n = 1;
  Boolean b = not n;
end M;
