// expect: 4:18: '*' cannot multiply arrays of sizes [2] and [3]
// hint: the inner sizes must agree; .* multiplies element by element
model M
  Real x = {1, 2}*{1, 2, 3};
end M;
