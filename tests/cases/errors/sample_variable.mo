// expect: 4:15: the interval of sample must be known before the run: it depends on 'x', which is not a parameter
model M
  Real x = 2 + time;
  Boolean b = sample(0, x);
end M;
