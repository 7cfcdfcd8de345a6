// expect: 4:12: 'hold' is not supported: synchronous elements are not supported
// hint: use 'when sample(start, interval)'
model M
  Real x = hold(previous(time));
end M;
