// expect: 9:12: reinit needs a state, but the derivative of 'y' appears nowhere
// hint: reinit a variable whose derivative appears in an equation
model M
  Real x(start = 0, fixed = true), y;
equation
  der(x) = 1;
  y = 2*x;
  when x > 1 then
    reinit(y, 0);
  end when;
end M;
