// expect: 5:14: '+' needs a number, not Boolean
// hint: write if b then 1 else 0
model M
  Boolean b = time > 1;
  Real x = b + 1;
end M;
