// expect: 8:10: the condition of 'when' must be Boolean, not Real
model M
  Real x(start = 0, fixed = true);
  Integer n(start = 0);
equation
  der(x) = 1;
  // 
  when x - 1 then
    n = pre(n) + 1;
  end when;
end M;
