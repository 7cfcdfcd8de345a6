// expect: 8:12: reinit needs a state, but 'y' is discrete
// hint: assign it: x = value
model M
  discrete Real y(start = 0);
equation
  when time > 1 then
    y = 1;
    reinit(y, 0);
  end when;
end M;
