// expect: 4:12: 'hold' is not supported: synchronous elements are not supported
// hint: use 'when sample(start, interval)' once events are supported
model M
  Real x = hold(previous(time));
end M;
