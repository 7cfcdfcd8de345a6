// expect: 4:1: class 'equaton' not found; did you mean 'equation'?
model M
  Real x;
equaton
  x = 1;
end M;
