// expect: 7:3: 'reinit' is not supported: events are not supported yet
// hint: describe the continuous behaviour only
model M
  Real x;
equation
  der(x) = 1;
  reinit(x, 0);
end M;
