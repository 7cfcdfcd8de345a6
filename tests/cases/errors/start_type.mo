// expect: 3:21: the attribute start of 'b' must be Boolean, not Integer
model M
  Boolean b(start = 1);
equation
  b = time > 1;
end M;
