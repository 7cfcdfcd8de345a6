// expect: 4:12: der needs a Real, not Boolean
model M
  Boolean b = time > 1;
  Real x = der(b);
end M;
