// expect: 5:12: the time of delay is 3, but the longest is 2
// hint: give a longer one as third argument
model M
  Real x = sin(time);
  Real y = delay(x, 3, 2);
end M;
