// expect: 5:42: StopTime is given in 'min', but times are in seconds
// hint: write the number of seconds
model M
  Real x = time;
  annotation (experiment(StopTime(unit = "min") = 2));
end M;
