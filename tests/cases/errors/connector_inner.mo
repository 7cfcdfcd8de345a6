// expect: 4:3: the connector 'C' cannot have inner elements
// hint: declare them in a model
connector C
  inner Real x;
end C;
model M
  C c(x = 1);
end M;
