// at 1: fixed[1] = 1 tol 1e-14
// at 1: fixed[2] = 3 tol 1e-14
// at 1: moving[1] = 1 tol 1e-12
// at 1: moving[2] = 0 tol 1e-12
// at 1: slope = 0.5 tol 1e-9
// at 1: line[1] = 1 tol 1e-12
// at 1: line[2] = 2 tol 1e-12
// at 1: smallest[1] = 0.5 tol 1e-12
// at 1: smallest[2] = 0.5 tol 1e-12
// source: 2 x + y = 5, x + 3 y = 10; (1 + t) x + y = 2 t, x + y = 1 at t = 1: x = (2 t - 1)/t, its slope 1/t^2 is 1, halved; the line 1 + 2 x through three of its points; x + y = 1 twice
function solve "A x = b, as the Modelica library calls it"
  input Real A[:, size(A, 1)], b[size(A, 1)];
  output Real x[size(A, 1)] = b;
protected
  Integer n = size(A, 1), pivots[size(A, 1)], info;
  Real work[size(A, 1), size(A, 1)] = A;
  external "FORTRAN 77" dgesv(n, 1, work, n, pivots, x, n, info);
end solve;
function best
  input Real A[:, :], b[size(A, 1)];
  output Real x[max(size(A, 1), size(A, 2))] = cat(1, b, zeros(max(size(A, 1), size(A, 2)) - size(A, 1)));
  output Integer rank;
protected
  Real copy[size(A, 1), size(A, 2)] = A, work[3];
  Integer jpvt[size(A, 2)] = zeros(size(A, 2)), info;
  external "FORTRAN 77" dgelsy(size(A, 1), size(A, 2), 1, copy, size(A, 1), x, size(x, 1), jpvt, 1e-12, rank, work, 3, info);
end best;
model M
  Real fixed[2] = solve([2, 1; 1, 3], {5, 10});
  Real moving[2] = solve([1 + time, 1; 1, 1], {2*time, 1});
  Real slope = der(moving[1])/2;
  parameter Real fit[3] = best([1, 0; 1, 1; 1, 2], {1, 3, 5});
  parameter Real least[2] = best([1, 1; 1, 1], {1, 1});
  Real line[2] = fit[1:2];
  Real smallest[2] = least;
  annotation (experiment(StartTime = 0.5, StopTime = 1));
end M;
