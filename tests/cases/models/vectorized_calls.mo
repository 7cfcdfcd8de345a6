// at 1: a[2] = 4 tol 1e-12
// at 1: b[2,2] = 16 tol 1e-12
// at 1: c[1] = 11 tol 1e-12
// source: a function of scalars is applied to each element [MLS36, 12.4.6]
function square
  input Real x;
  output Real y = x^2;
algorithm
end square;
function add
  input Real x, y;
  output Real s = x + y;
algorithm
end add;
model M
  Real a[2] = square({1, 2}), b[2, 2] = square({{1, 2}, {3, 4}}), c[2] = add({1, 2}, 10);
end M;
