// expect: 8:5: 'n' is assigned twice in this when-clause
// hint: remove one of the equations
model M
  Integer n(start = 0);
equation
  when time > 1 then
    n = 1;
    n = 2;
  end when;
end M;
