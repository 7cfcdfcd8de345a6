// expect: 9:19: the subscript 3 lies outside 1 to 2
connector C
  Real v;
  flow Real i;
end C;
model M
  C a[2];
equation
  connect(a[1], a[3]);
end M;
