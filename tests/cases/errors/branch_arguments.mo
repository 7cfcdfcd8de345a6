// expect: 5:3: Connections.branch needs another argument
model M
  Real x = time;
equation
  Connections.branch(x);
end M;
