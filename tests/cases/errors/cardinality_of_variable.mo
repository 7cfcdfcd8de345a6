// expect: 5:15: 'x' is no connector
// hint: cardinality counts the connections of a connector
model M
  Real x = 1;
  Integer n = cardinality(x);
end M;
