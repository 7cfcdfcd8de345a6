// expect: 3:18: the attribute start of 'x' is not a number: it depends on time
model M
  Real x(start = time);
equation
  der(x) = 1;
end M;
