// expect: 5:3: class 'Resitor' not found; did you mean 'Resistor'?
model Resistor
end Resistor;
model M
  Resitor r;
end M;
