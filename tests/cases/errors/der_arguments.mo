// expect: 5:3: der takes 1 argument, not 2
model M
  Real x(start = 1, fixed = true);
equation
  der(x, 2) = 1;
end M;
