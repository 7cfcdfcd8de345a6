// expect: 3:18: cannot concatenate arrays of sizes [1, 2] and [1, 1] along dimension 1
model M
  Real x[2, 2] = [1, 2; 3];
end M;
