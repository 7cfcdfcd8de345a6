// at 0: x = 2 tol 1e-9
// at 0: y = 5 tol 1e-9
// at 1: x = 0.7357588823428847 tol 1e-6
// source: fixed starts hold; attributes of the type are the innermost
type T = Real(start = 5, fixed = true);
model M
  T x(start = 2), y;
equation
  der(x) = -x;
  der(y) = 0;
end M;
