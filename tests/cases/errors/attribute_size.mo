// expect: 3:21: the attribute start of 'x' has the size [2], but the variable has [3]
model M
  Real x[3](start = {1, 2});
equation
  der(x) = -x;
end M;
