// expect: 6:15: '==' compares two Reals, which is allowed only in functions
// hint: compare with a tolerance: abs(a - b) < 1e-9
model M
  Real x;
equation
  x = if time == 1 then 1 else 0;
end M;
