// expect: 4:13: 'f' is a flow outside of a connector
// hint: declare it in a connector
model M
  flow Real f = 1;
end M;
