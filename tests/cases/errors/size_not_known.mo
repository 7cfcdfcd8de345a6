// expect: 4:10: an array size must be known before the run: it depends on 'n', which is not a parameter
model M
  Real n = 3;
  Real x[n];
end M;
