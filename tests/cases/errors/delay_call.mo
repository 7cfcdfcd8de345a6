// expect: 4:12: 'delay' is not supported: it needs the past of the solution
// hint: approximate it by a chain of first-order lags
model M
  Real x = delay(time, 0.1);
end M;
