// expect: 4:15: 'h' is a stream outside of a connector
// hint: declare it in a connector
model M
  stream Real h = 1;
end M;
