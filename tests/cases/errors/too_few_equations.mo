// expect: 4:11: the model has 1 equation for 2 unknowns; nothing determines 'y'
// hint: add an equation for them
model M
  Real x, y;
equation
  x = 1;
end M;
