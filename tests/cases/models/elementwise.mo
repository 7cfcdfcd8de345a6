// at 1: a[2] = 8 tol 1e-12
// at 1: b = 11 tol 1e-12
// at 1: c[2] = 4 tol 1e-12
// at 1: d[1] = 0.5 tol 1e-12
// at 1: p[2] = 9 tol 1e-12
// source: .* ./ .^ work element by element, * is the scalar product [MLS36, 10.6]
model M
  Real a[2] = {1, 2}.*{3, 4}, b = {1, 2}*{3, 4}, c[2] = {3, 4} .* {1, 1}, d[2] = {1, 2}./{2, 2}, p[2] = {2, 3}.^2;
end M;
