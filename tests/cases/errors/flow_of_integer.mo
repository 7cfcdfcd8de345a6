// expect: 4:16: 'a.i' is a flow and must be Real
connector C
  Real v;
  flow Boolean i;
end C;
model M
  C a;
  C b;
equation
  connect(a, b);
end M;
