// expect: 4:12: the first argument of smooth must be an Integer of 0 or more that is known before the run
// hint: it tells how often the expression can be differentiated
model M
  Real x = smooth(1.5, time);
end M;
