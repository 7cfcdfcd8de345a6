// expect: 6:6: the condition of 'if' must be Boolean, not Integer
model M
  parameter Integer n = 1;
  Real x;
algorithm
  if n then
    x := 1;
  end if;
end M;
