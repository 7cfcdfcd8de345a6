// expect: 4:8: the nominal value of 'x' is 0
// hint: give a number that is not zero
model M
  Real x(nominal = 0) = time;
end M;
