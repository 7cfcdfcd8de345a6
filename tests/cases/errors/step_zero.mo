// expect: 5:14: the step of a range is zero
model M
  Real x[3];
equation
  for i in 1:0:3 loop
    x[i] = i;
  end for;
end M;
