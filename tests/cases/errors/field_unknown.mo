// expect: 6:18: 'R' has no field 'c'
record R
  Real a;
end R;
model M
  R r = R(a = 1, c = 2);
end M;
