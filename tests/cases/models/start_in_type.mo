// at 0: x = 3 tol 1e-12
// at 0: y = 4 tol 1e-12
// source: attributes of a type are the innermost, the declaration's own wins
type T = Real(start = 3, fixed = true);
model M
  T x;
  T y(start = 4);
equation
  der(x) = 0;
  der(y) = 0;
end M;
