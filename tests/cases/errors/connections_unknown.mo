// expect: 6:3: there is no equation 'something' in Connections
// hint: branch, root and potentialRoot are
model M
  Real x = 1;
equation
  Connections.something(x);
end M;
