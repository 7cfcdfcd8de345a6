// expect: 3:12: this number has no digits after its exponent letter
model M
  Real x = 1e;
end M;
