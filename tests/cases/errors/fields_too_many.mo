// expect: 6:9: 'R' takes 1 argument, not 2
record R
  Real a;
end R;
model M
  R r = R(1, 2);
end M;
