// expect: 7:6: an equation in a when-clause has a variable alone on its left side
// hint: write x = expression, or reinit(x, expression) for a state
model M
  Real x(start = 0);
equation
  when time > 1 then
    2*x = 3;
  end when;
end M;
