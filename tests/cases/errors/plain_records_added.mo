// expect: 7:21: '+' is not defined for R and R
// hint: define it in an operator record
record R
  Real x;
end R;
model M
  R a(x = 1), b = a + a;
end M;
