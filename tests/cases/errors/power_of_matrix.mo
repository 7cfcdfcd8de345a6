// expect: 5:19: '^' cannot raise Real[2, 2] to Real
// hint: only square matrices have powers, with an Integer >= 0; .^ works element by element
model M
  Real x[2, 2] = {{time, 1}, {0, 1}};
  Real y[2, 2] = x^0.5;
end M;
