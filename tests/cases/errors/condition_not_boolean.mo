// expect: 3:15: the condition of 'if' must be Boolean, not Integer
model M
  Real x = if 1 then 2 else 3;
end M;
