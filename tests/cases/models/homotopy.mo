// at 1: x = 5 tol 1e-9
// at 1: y = -2.2790187861665934 tol 1e-9
// source: roots by hand (x: 1, 5, -4) and by bisection (y has one); from the guess 0 alone x would become 1
model Homotopy "the simplified equation chooses the root"
  Real x, y;
equation
  homotopy(actual = (x - 1)*(x - 5)*(x + 4), simplified = x - 5.5) = 0;
  homotopy(y^3 - 3*y + 5, y + 2.5) = 0;
end Homotopy;
