// expect: 3:12: time is a scalar and has no subscripts
model M
  Real x = time[1];
end M;
