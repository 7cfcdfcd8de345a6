// expect: 3:12: max takes 1 to 2 arguments, not 3
model M
  Real x = max(1, 2, 3);
end M;
