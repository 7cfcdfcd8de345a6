// expect: 19:11: 'box.a' is a component inside of 'box'; connect reaches connectors of components only
// hint: give 'box' a connector that is connected inside
connector Pin
  Real v;
  flow Real i;
end Pin;
model Cell
  Pin p, n;
equation
  p.v = n.v;
  p.i + n.i = 0;
end Cell;
model Box
  Cell a, b;
end Box;
model M
  Box box;
equation
  connect(box.a.p, box.b.n);
end M;
