// expect: 6:5: 'p' is a parameter and cannot be assigned
model M
  parameter Real p = 1;
equation
  when time > 1 then
    p = 2;
  end when;
end M;
