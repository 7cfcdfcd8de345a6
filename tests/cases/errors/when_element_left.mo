// expect: 4:11: 'n[2]' is assigned in no when-clause, though other elements of its array are
// hint: assign all elements in when-clauses
model M
  Integer n[2](each start = 0);
equation
  when time > 1 then
    n[1] = 1;
  end when;
end M;
