// expect: 10:3: connect joins two sources: 'a.y' and 'b.y'
// hint: connect an output with inputs only
connector RealOutput = output Real;
model Source
  RealOutput y;
end Source;
model M
  Source a, b;
equation
  connect(a.y, b.y);
  a.y = 1;
end M;
