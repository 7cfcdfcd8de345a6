// expect: 3:12: the number '1e400' is too large for a Real
model M
  Real x = 1e400;
end M;
