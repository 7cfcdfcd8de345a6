// expect: 6:7: the subscript 4 lies outside 1 to 3
model M
  Real x[3];
equation
  for i in 1:4 loop
    x[i] = 1;
  end for;
end M;
