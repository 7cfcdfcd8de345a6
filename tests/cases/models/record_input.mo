// at 1: y.x = 0 tol 1e-12
// at 1: y.z = 2 tol 1e-12
// source: an input of the model without a value is held at its start
record R
  Real x;
  Real z(start = 2);
end R;
model M
  input R u;
  output R y;
equation
  y = u;
end M;
