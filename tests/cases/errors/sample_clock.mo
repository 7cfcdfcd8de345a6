// expect: 6:20: 'Clock' is not supported: synchronous elements are not supported
// hint: use 'when sample(start, interval)'
model M
  Real x;
equation
  x = sample(time, Clock(0.1));
end M;
