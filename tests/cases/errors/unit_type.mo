// expect: 3:17: the attribute unit of 'x' must be String, not Integer
model M
  Real x(unit = 1) = time;
end M;
