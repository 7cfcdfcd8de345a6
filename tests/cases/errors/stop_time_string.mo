// expect: 4:37: StopTime must be a number of seconds, not String
model M
  Real x = time;
  annotation (experiment(StopTime = "10 s"));
end M;
