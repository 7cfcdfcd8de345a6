// at 1: k = 1.4142135623730951 tol 1e-6
// at 1: i = 1 tol 1e-6
// source: i = j = x = time solves it; at the start sqrt(i^2 + j^2) has no derivative, which no solver needs there
model M
  Real x(start = 0, fixed = true);
  Real i;
  Real j;
  Real k;
equation
  der(x) = 1;
  i + k^2 = x + 2*x^2;
  j + i^3 = x + x^3;
  k = sqrt(i^2 + j^2);
end M;
