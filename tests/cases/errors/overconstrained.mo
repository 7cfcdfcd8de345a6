// expect: 6:3: 'Connections.root' is not supported: overconstrained connections
// hint: write the constraint equations yourself
model M
  Real x = 1;
equation
  Connections.root(x);
end M;
