// expect: 7:9: the value of 'a' must be Integer, not Real
// hint: use integer(x) or div(a, b)
record R
  Integer a;
end R;
model M
  R r = R(a = 1.5);
end M;
