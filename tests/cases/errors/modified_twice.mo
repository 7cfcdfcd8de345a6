// expect: 7:14: 'a' is modified twice
// hint: remove one of them
model R
  parameter Real a = 1;
end R;
model M
  R r(a = 1, a = 2);
end M;
