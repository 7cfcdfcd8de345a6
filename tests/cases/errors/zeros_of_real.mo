// expect: 3:15: an array size must be an Integer, not Real
model M
  Real x[2] = zeros(2.0);
end M;
