// expect: 7:5: 'n' has a value where it is declared (line 4) and cannot be assigned in a when-clause
// hint: remove one of them
model M
  Integer n = 3;
equation
  when time > 1 then
    n = 1;
  end when;
end M;
