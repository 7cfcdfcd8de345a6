// at 1: x = 0.91176470588235 tol 1e-7
// at 1: y = 0.91176470588235 tol 1e-7
// at 0.14285714285714: x = 1.21428571428571 tol 1e-7
// source: contact at 1/7; then both move with -6/17 [Fil88]: x(1) = y(1) = 31/34
model M
  Real x(start = 1.5, fixed = true), y(start = 1, fixed = true);
equation
  der(x) = if x > y then -2 else 2;
  der(y) = if y > x then -3 else 1.5;
end M;
