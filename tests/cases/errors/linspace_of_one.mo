// expect: 3:15: linspace needs at least 2 points
model M
  Real x[1] = linspace(0, 1, 1);
end M;
