// expect: 6:5: an equation uses '=', not ':='
// hint: write = here, or move this to an algorithm section
model M
  Real x;
equation
  x := 1;
end M;
