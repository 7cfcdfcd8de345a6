// expect: 5:12: a loop runs over a vector, not String
model M
  Real x;
equation
  for s in "abc" loop
    x = 1;
  end for;
end M;
