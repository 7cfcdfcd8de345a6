// expect: 10:5: 'n' is assigned in two when-clauses (the other one: line 7)
// hint: join them with elsewhen
model M
  Integer n(start = 0);
equation
  when time > 1 then
    n = 1;
  end when;
  when time > 2 then
    n = 2;
  end when;
end M;
