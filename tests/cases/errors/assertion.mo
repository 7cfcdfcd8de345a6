// expect: 7:3: assertion failed: p must be positive
// hint: change the parameters
model M
  parameter Real p = -1;
  Real x = p;
equation
  assert(p > 0, "p must be positive");
end M;
