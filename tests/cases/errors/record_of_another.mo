// expect: 10:9: the value R has no field 'b'
record R
  Real a;
end R;
record S
  Real b;
end S;
model M
  R r(a = 1);
  S s = r;
end M;
