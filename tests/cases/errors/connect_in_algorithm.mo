// expect: 10:3: an expression was expected, but the keyword 'connect' stands here
connector C
  Real v;
  flow Real i;
end C;
model M
  C a;
  C b;
algorithm
  connect(a, b);
end M;
