// note: parameter 'm' is -1, but its min is 0
// note: parameter 'v[2]' is 7, but its max is 5
// note: parameter 'n' is 0, but its min is 1
model M
  parameter Real m(min = 0) = -1;
  parameter Real v[3](each max = 5) = {1, 7, 9};
  parameter Integer n(min = 1) = 0;
  parameter Real low(max = high) = 1, high(min = low) = 2 "limits that need each other";
  parameter Real fine(min = 0, max = 1) = 1;
  parameter Real open(min = 0, fixed = false, start = 1);
  Real x = m + sum(v) + n + fine + open;
initial equation
  open = 2;
end M;
