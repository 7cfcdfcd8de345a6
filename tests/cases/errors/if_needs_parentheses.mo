// expect: 4:16: an if-expression inside an expression needs parentheses
// hint: write (if c then a else b)
model M
  Real x = 1 + if true then 1 else 2;
end M;
