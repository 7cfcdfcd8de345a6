// expect: 6:10: a power of a power needs parentheses
// hint: write (a^b)^c or a^(b^c)
model M
  Real x;
equation
  x = 2^3^2;
end M;
