// expect: 9:3: 'n' is assigned in a when-clause and cannot be determined by an equation too
// hint: remove one of them
model M
  Integer n(start = 0);
equation
  when time > 1 then
    n = 1;
  end when;
  n = 3;
end M;
