// expect: 6:16: 't' is not declared
// hint: write time for the time
model M
  Real x;
equation
  der(x) = sin(t);
end M;
