// expect: 5:13: ')' was expected to close the parenthesis, but ';' stands here
model M
  Real x;
equation
  x = (1 + 2;
end M;
