// expect: 3:10: ';' was expected after a declaration, but 'y' stands here
model M
  Real x y;
end M;
