// expect: 4:14: a subscript must be an Integer, not String
model M
  Real x[2] = {1, 2};
  Real y = x["a"];
end M;
