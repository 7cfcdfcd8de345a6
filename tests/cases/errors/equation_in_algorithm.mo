// expect: 6:5: a statement assigns with ':=', not '='
// hint: write := here, or move this to an equation section
model M
  Real x;
algorithm
  x = 1;
end M;
