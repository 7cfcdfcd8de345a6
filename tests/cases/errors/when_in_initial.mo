// expect: 6:3: 'when' cannot stand in an initial equation section
model M
  Integer n(start = 0);
equation
initial equation
  when time > 1 then
    n = 1;
  end when;
end M;
