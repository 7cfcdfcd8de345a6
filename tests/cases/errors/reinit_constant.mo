// expect: 6:12: reinit needs a state, not a constant
model M
  constant Real x = 0.1;
equation
  when time > 0.6 then
    reinit(x, 2*x);
  end when;
end M;
