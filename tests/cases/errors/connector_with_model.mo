// expect: 7:5: 'c.a' is of the model 'A', which cannot stand in the connector 'C'
// hint: use a connector, a record or a type
model A
  Real v = 1;
end A;
connector C
  A a;
end C;
model M
  C c;
end M;
