// expect: 4:15: the interval of sample is 0
// hint: give a number greater than zero
model M
  Boolean b = sample(0, 0);
end M;
