// expect: 4:14: 'i.p' is 'outer' with the size scalar, but the 'inner' one has [1]
// hint: declare both with the same size
model Inside
  outer Real p;
  Real x = 1;
end Inside;
model M
  inner Real p[1] = {1};
  Inside i;
end M;
