// expect: 14:3: only one of 'a.v' and 'b.v' is a flow
connector C
  Real v;
  flow Real i;
end C;
connector D
  Real i;
  flow Real v;
end D;
model M
  C a;
  D b;
equation
  connect(a, b);
end M;
