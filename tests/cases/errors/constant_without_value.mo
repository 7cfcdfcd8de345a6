// expect: 4:17: constant 'c' has no value
// hint: give it one
model M
  constant Real c;
  Real x = c;
end M;
