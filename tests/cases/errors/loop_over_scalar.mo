// expect: 5:12: a loop runs over a vector, not Integer
model M
  Real x[3];
equation
  for i in 3 loop
    x[i] = i;
  end for;
end M;
