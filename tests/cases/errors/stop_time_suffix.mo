// expect: 5:37: a name cannot follow the number '10' directly
// hint: write * between them, or start the name with a letter
model M
  Real x = time;
  annotation (experiment(StopTime = 10s));
end M;
