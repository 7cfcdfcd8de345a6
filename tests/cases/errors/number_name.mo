// expect: 4:12: a name cannot follow the number '2' directly
// hint: write * between them, or start the name with a letter
model M
  Real x = 2time;
end M;
