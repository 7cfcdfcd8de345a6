// expect: 6:3: the connector 'C' cannot have protected elements
// hint: declare them in a model
connector C
  Real x;
protected
  Real y;
end C;
model M
  C c(x = 1);
end M;
