// expect: 4:1: 'end M' was expected to close the model of line 2, but the end of the text stands here
model M
  Real x = 1;
