// expect: 5:25: an if-expression needs an 'else' part, but ';' follows
model M
  Real x;
equation
  x = if time > 1 then 2;
end M;
