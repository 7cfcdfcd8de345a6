// expect: 8:5: reinit takes 2 arguments, not 1
// hint: write reinit(x, value)
model M
  Real x(start = 0);
equation
  der(x) = 1;
  when time > 1 then
    reinit(x);
  end when;
end M;
