// expect: 5:7: the range of the loop variable 'i' is not given
// hint: write for i in 1:n
model M Real x[2];
equation
  for i loop
    x[i + 1] = i;
  end for;
end M;
