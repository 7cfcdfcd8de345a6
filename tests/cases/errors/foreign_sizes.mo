// expect: 12:16: the external FORTRAN 77 function 'solve' is not supported
// hint: write it as a Modelica function
function solve "fewer pivots than rows: sizes that the interface does not allow"
  input Real A[:, size(A, 1)], b[size(A, 1)];
  output Real x[size(A, 1)] = b;
protected
  Integer n = size(A, 1), pivots[1], info;
  Real work[size(A, 1), size(A, 1)] = A;
  external "FORTRAN 77" dgesv(n, 1, work, n, pivots, x, n, info);
end solve;
model M
  Real x[60] = solve(identity(60), ones(60));
end M;
