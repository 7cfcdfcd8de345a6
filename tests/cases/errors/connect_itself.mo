// expect: 10:3: connect joins 'c' with itself
// hint: remove this connection
connector C
  Real v;
  flow Real i;
end C;
model M
  C c;
equation
  connect(c, c);
  c.v = 1;
end M;
