// expect: 4:8: the name of a variable was expected, but the keyword 'flow' stands here
// hint: keywords cannot be names; put the name in single quotes
model M
  Real flow;
end M;
