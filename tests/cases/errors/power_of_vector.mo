// expect: 5:16: '^' cannot raise Real[2] to Integer
// hint: only square matrices have powers, with an Integer >= 0; .^ works element by element
model M
  Real x[2] = {time, 1};
  Real y[2] = x^2;
end M;
