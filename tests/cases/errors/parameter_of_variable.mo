// expect: 4:23: the value of parameter 'p' is not a number: it depends on 'x', which is not a parameter
model M
  Real x = time;
  parameter Real p = 2*x;
end M;
