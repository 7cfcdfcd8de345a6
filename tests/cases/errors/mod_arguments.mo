// expect: 3:12: mod takes 2 arguments, not 3
model M
  Real x = mod(time, 1, 2);
end M;
