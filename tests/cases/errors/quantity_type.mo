// expect: 3:21: the attribute quantity of 'x' must be a String
model M
  Real x(quantity = 3) = 1;
end M;
