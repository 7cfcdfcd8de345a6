// expect: 8:5: 'when' cannot depend on a condition that changes during the run
// hint: make the condition a part of that of 'when'
model M
  Integer n(start = 0);
  Real x = time;
equation
  if x > 1 then
    when time > 1 then
      n = 1;
    end when;
  end if;
end M;
