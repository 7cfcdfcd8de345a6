// at 1: a = 5 tol 1e-12
// at 1: b = 7 tol 1e-12
// at 1: c = 12 tol 1e-12
// at 1: d = 3 tol 1e-12
// at 1: e = 8 tol 1e-12
// source: slices, end, vectors of subscripts [MLS36, 10.5]
model M
  parameter Real A[2, 3] = {{1, 2, 3}, {4, 5, 6}};
  Real a = sum(A[1, 2:3]), b = sum(A[:, 2]), c = sum(A[{1, 2}, end])  + 3, d = A[1, end], e = sum(A[2, {1, 1}]);
end M;
