// expect: 3:12: sin needs a number, not String
model M
  Real x = sin("a");
end M;
