// at 1: x = 2 tol 1e-12
// at 1: y = 1 tol 1e-12
// source: homotopy gives its first argument, smooth and noEvent their expression
model M
  Real x = homotopy(actual = 2*time, simplified = 0), y = smooth(1, noEvent(if time > 0.5 then time else 0));
end M;
