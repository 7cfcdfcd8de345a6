// expect: 10:3: connect joins connectors of different sizes: [2] and [3]
connector C
  Real v;
  flow Real i;
end C;
model M
  C a[2];
  C b[3];
equation
  connect(a, b);
end M;
