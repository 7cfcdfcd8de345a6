// expect: 4:12: der needs a Real, not String
model M
  parameter String s = "a";
  Real x = der(s);
end M;
