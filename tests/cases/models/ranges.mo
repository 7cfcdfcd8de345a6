// at 1: a = 15 tol 1e-12
// at 1: b = 9 tol 1e-12
// at 1: c = 6 tol 1e-12
// at 1: d = 0 tol 1e-12
// at 1: n = 4 tol 1e-12
// source: 1:5, 1:2:5, 3:-1:1, an empty range, a range of Reals [MLS36, 10.4.3]
model M
  Real a = sum(1:5), b = sum(1:2:5), c = sum(3:-1:1), d = sum(5:1), n = size(0:0.1:0.3, 1);
end M;
