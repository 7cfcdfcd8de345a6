// at 1: a = 5 tol 1e-12
// at 1: b = 4 tol 1e-12
// source: Boolean dimensions: false is the first [MLS36, 4.5.1]
model M
  parameter Real v[Boolean] = {4, 5};
  Real a = v[true], b = v[false];
end M;
