// expect: 6:11: 'P' has no field 'y'
record P
  Real x;
end P;
model M
  P p = P(y = 1);
end M;
