// expect: 7:3: the connector 'C' cannot have equations or algorithms
// hint: move them to a model
connector C
  Real v;
  flow Real i;
equation
  v = 1;
end C;
model M
  C c;
end M;
