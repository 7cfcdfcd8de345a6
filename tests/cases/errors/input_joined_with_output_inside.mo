// expect: 12:3: connect joins two sources: 'box.u' and 'box.s.y'
// hint: connect an output with inputs only
connector RealInput = input Real;
connector RealOutput = output Real;
model Source
  RealOutput y;
end Source;
model Box
  RealInput u = 1;
  Source s;
equation
  connect(u, s.y);
end Box;
model M
  Box box;
end M;
