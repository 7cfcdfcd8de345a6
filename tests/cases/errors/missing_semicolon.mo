// expect: 4:3: ';' was expected after a declaration, but 'Real' stands here
model M
  Real x
  Real y;
equation
  x = 1;
end M;
