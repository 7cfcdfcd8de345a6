// expect: 5:7: a list in parentheses stands only on the left of a function call with several results
model M
  Real x;
equation
  x = (1, 2);
end M;
