// expect: 7:5: 'when' stands only at the top of an algorithm section
// hint: write a when-clause of its own
model M
  Integer n(start = 0);
algorithm
  if time > 0 then
    when time > 1 then
      n := 1;
    end when;
  end if;
end M;
