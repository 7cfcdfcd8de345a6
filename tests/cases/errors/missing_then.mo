// expect: 5:19: 'then' was expected after the condition of an if-expression, but '2' stands here
model M
  Real x;
equation
  x = if time > 1 2 else 3;
end M;
