// expect: 3:12: semiLinear takes 3 arguments, not 2
model M
  Real x = semiLinear(time, 1);
end M;
