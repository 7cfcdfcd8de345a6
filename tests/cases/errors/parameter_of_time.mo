// expect: 3:22: the value of parameter 'p' is not a number: it depends on time
model M
  parameter Real p = time;
  Real x = p;
end M;
