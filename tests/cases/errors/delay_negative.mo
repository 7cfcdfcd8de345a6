// expect: 4:12: the time of delay is -1
// hint: give a number that is not negative
model M
  Real x = delay(time, -1);
end M;
