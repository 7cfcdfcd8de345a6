// expect: 6:9: a sign cannot follow an operator directly
// hint: put the signed part in parentheses: a*(-b)
model M
  Real x;
equation
  x = 2*-3;
end M;
