// expect: 4:22: the range of the loop variable 'i' is not given
// hint: write for i in 1:n
model M
  Real x = sum(i for i);
end M;
