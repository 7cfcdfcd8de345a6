// expect: 3:17: ';' was expected after a declaration, but 'x' stands here; did you mean 'parameter'?
model M
  paramter Real x = 1;
end M;
