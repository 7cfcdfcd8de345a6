// expect: 4:10: an array size must be an Integer, not Real
model M
  parameter Real n = 2;
  Real x[n] = {1, 2};
end M;
