// expect: 4:12: product with 'for' takes scalars, not [2]
// hint: sum takes arrays, too
model M
  Real x = product({i, 1} for i in 1:2);
end M;
