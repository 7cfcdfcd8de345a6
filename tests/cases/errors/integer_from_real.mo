// expect: 4:25: the value of parameter 'n' must be Integer, not Real
// hint: use integer(x) or div(a, b)
model M
  parameter Integer n = 2.5;
end M;
