// expect: 4:10: an array size must be an Integer, not Boolean
model M
  parameter Boolean b = true;
  Real x[b];
end M;
