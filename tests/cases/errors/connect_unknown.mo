// expect: 9:14: 'b' is not declared
connector C
  Real v;
  flow Real i;
end C;
model M
  C a;
equation
  connect(a, b);
end M;
