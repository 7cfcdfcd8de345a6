// expect: 6:19: '&' is no operator of Modelica
// hint: write not, and, or, <>, mod(a, b)
model M
  Real x;
equation
  x = if time > 1 && time < 2 then 1 else 0;
end M;
