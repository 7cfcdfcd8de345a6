// at 0: p = 5 tol 1e-9
// at 0: y = 3 tol 1e-9
// at 1: y = 3 tol 1e-7
// source: roots by hand: p is -4, 1 or 5, y is 1, 2 or 3; from the guess 0 alone p would become 1 [MLS36, 3.7.4.2]
model M "the simplified arguments choose the root where initial equations are solved, too"
  parameter Real p(fixed = false);
  Real y;
initial equation
  homotopy(actual = (p - 1)*(p - 5)*(p + 4), simplified = p - 5.5) = 0;
  der(y) = 0;
equation
  der(y) = -homotopy(actual = (y - 1)*(y - 2)*(y - 3), simplified = y - 3.2);
end M;
