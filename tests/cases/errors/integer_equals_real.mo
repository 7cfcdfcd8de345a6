// expect: 6:3: the Integer 'm' cannot be equal to a Real
// hint: use integer(x), or declare it as a Real
model M
  Integer m;
equation
  m = time^2;
end M;
