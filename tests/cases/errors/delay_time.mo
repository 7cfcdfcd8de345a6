// expect: 4:12: the time of delay changes: it depends on time
// hint: give the longest time as third argument: delay(x, T, Tmax)
model M
  Real x = delay(time, 1 + sin(time));
end M;
