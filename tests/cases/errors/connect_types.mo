// expect: 13:3: 'a.v' and 'b.v' have different types
// hint: connect connectors of the same class
connector C
  Real v;
end C;
connector D
  Integer v;
end D;
model M
  C a;
  D b;
equation
  connect(a, b);
end M;
