// expect: 8:15: 'c' is of the connector 'C' and cannot be 'parameter'
// hint: leave out the prefix
connector C
  Real e;
  flow Real f;
end C;
model M
  parameter C c(e = 1);
end M;
