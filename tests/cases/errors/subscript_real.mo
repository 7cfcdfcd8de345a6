// expect: 5:5: a subscript must be an Integer, not Real
model M
  Real x[2];
equation
  x[1.5] = 1;
end M;
