// expect: 4:12: abs needs a number, not Boolean
// hint: write if b then 1 else 0
model M
  Real x = abs(true);
end M;
