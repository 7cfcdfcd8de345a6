// expect: 4:15: 'and' needs Booleans, not Integer
model M
  parameter Integer n = 1;
  Boolean b = n and true;
end M;
