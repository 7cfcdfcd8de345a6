// expect: 6:3: the branches of this if-equation have 2 and 1 equations
// hint: its condition changes during the run, so that every branch, and an else, needs as many equations
model M
  Real x, y;
equation
  if time > 1 then
    x = 1;
    y = 2;
  else
    x = 2;
  end if;
  y = 1;
end M;
