// expect: 13:3: 'a' has 'v', but 'b' has not
// hint: connect connectors of the same class
connector A
  Real v;
end A;
connector B
  Real w;
end B;
model M
  A a;
  B b;
equation
  connect(a, b);
  a.v = 1;
end M;
