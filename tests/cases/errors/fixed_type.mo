// expect: 3:29: the attribute fixed of 'x' must be Boolean, not Integer
model M
  Real x(start = 1, fixed = 1);
equation
  der(x) = 1;
end M;
