// expect: 6:5: an equation uses one '=', not '=='
// hint: write = here
model M
  Real x;
equation
  x == 1;
end M;
