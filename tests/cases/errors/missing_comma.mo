// expect: 3:18: ')' was expected after the arguments, but '2' stands here
model M
  Real x = max(1 2);
end M;
