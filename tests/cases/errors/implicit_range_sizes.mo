// expect: 5:14: the loop variable 'i' is a subscript for the sizes 3 and 4
// hint: write for i in 1:n
model M
  Real x[3], y[4] = {1, 2, 3, 4};
equation for i loop
    x[i] = y[i];
  end for;
end M;
