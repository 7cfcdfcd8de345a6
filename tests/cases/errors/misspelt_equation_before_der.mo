// expect: 4:3: the name of a variable was expected, but the keyword 'der' stands here; did you mean 'equation'?
model M
  Real x(start = 1); Equation
  der(x) = -x;
end M;
