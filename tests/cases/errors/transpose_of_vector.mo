// expect: 3:15: transpose needs a matrix, not Real[2]
model M
  Real x[2] = transpose({time, 1});
end M;
