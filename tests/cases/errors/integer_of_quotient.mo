// expect: 4:26: the value of parameter 'n' must be Integer, not Real
// hint: use integer(x) or div(a, b)
model M
  parameter Integer n = 4/2;
end M;
