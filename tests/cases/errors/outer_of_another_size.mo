// expect: 4:14: 'i.p' is 'outer' with the size [2], but the 'inner' one has [3]
// hint: declare both with the same size
model Inside
  outer Real p[2];
  Real x = p[1];
end Inside;
model M
  inner Real p[3] = {1, 2, 3};
  Inside i;
end M;
