// expect: 6:3: 'return' stands only in functions
model M
  Real x;
algorithm
  x := 1;
  return;
end M;
