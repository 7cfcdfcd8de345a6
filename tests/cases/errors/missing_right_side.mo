// expect: 6:1: an expression was expected, but the keyword 'end' stands here
model M
  Real x;
equation
  x =
end M;
