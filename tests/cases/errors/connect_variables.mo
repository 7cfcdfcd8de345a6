// expect: 6:11: 'x' is no connector
// hint: connect connectors only
model M
  Real x, y;
equation
  connect(x, y);
  x = 1;
end M;
