// expect: 4:22: '+' needs two scalars or two arrays of the same size, not Integer[2] and Integer
// hint: write .+ to apply it to each element
model M
  Real x[2] = {1, 2} + 1;
end M;
