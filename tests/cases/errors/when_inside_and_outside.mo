// expect: 9:3: 'n' is assigned inside and outside of a when-clause
// hint: assign it in when-clauses only
model M
  Integer n(start = 0);
algorithm
  when time > 1 then
    n := 1;
  end when;
  n := 2;
end M;
