// expect: 4:18: the attribute start of 'x' is not a number: it depends on 'y', which is not a parameter
model M
  Real y = time;
  Real x(start = y);
equation
  der(x) = 1;
end M;
