// expect: 7:7: 'x' is a variable, not a function
// hint: write * for a product, [ ] for subscripts
model M
  Real x, y;
equation
  x = 1;
  y = x(2);
end M;
