// expect: 3:12: an expression was expected, but '*' stands here
model M
  Real x = * 2;
end M;
