// expect: 3:17: the size of 'V' is -2
// hint: use a size of 0 or more
  type V = Real[-2];
model M
  V x;
end M;
