// expect: 4:16: {} has no elements, so that its type is unknown
// hint: write zeros(0) or fill(value, 0)
model M
  Real x[0] = {};
end M;
