// expect: 3:18: 'x' has no attribute 'strat'; did you mean 'start'?
model M
  Real x(strat = 1);
equation
  der(x) = 1;
end M;
