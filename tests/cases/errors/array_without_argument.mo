// expect: 3:12: sum takes 1 argument, not 0
model M
  Real x = sum();
end M;
