// expect: 5:12: der needs a Real, not Integer
// hint: an Integer changes only at events
model M
  constant Integer n = 1;
  Real x = der(n);
end M;
