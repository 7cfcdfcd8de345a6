// expect: 7:3: 'when' is not supported yet: events are not handled
// hint: describe the continuous behaviour only
model M
  Real x;
equation
  der(x) = 1;
  when x > 1 then
    reinit(x, 0);
  end when;
end M;
