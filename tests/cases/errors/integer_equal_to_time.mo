// expect: 6:3: what Integers make cannot be equal to a Real
// hint: use integer(x)
model M
  Integer i;
equation
  -i = 1.5*time;
end M;
