// expect: 8:9: '-' is not defined for V
// hint: define it in an operator record
operator record V
  Real x;
end V;
model M
  V a(x = 1);
  V b = -a;
end M;
