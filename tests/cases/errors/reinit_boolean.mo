// expect: 7:12: reinit needs a Real state, not Boolean
// hint: assign it: x = value
model M
  Boolean b = time > 2;
equation
  when time > 1 then
    reinit(b, false);
  end when;
end M;
