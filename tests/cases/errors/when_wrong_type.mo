// expect: 7:5: the value in this when-clause must be Integer, not Real
// hint: use integer(x) or div(a, b)
model M
  Integer n(start = 0);
equation
  when time > 1 then
    n = 1.5;
  end when;
end M;
