// expect: 3:18: diagonal needs a vector, not Real
model M
  Real x[1, 1] = diagonal(time);
end M;
