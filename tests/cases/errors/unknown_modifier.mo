// expect: 6:15: no element 'r' in Resistor (modifier 'r1.r'); did you mean 'R'?
model Resistor
  parameter Real R = 1;
end Resistor;
model M
  Resistor r1(r = 2);
end M;
