// expect: 4:12: the connector 'C' cannot read the time
// hint: give the value in a model
connector C
  Real e = time;
  flow Real f;
end C;
model M
  C c;
end M;
