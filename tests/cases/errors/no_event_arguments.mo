// expect: 3:12: noEvent takes 1 argument, not 2
model M
  Real x = noEvent(time > 1, 2);
end M;
