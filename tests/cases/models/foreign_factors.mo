// at 1: d = -2 tol 1e-12
// at 1: i[1,1] = -2 tol 1e-12
// at 1: i[1,2] = 1 tol 1e-12
// at 1: i[2,1] = 1.5 tol 1e-12
// at 1: i[2,2] = -0.5 tol 1e-12
// at 1: x[1] = 1 tol 1e-12
// at 1: x[2] = 2 tol 1e-12
// at 1: moving = 0.5 tol 1e-12
// at 1: slope = -0.25 tol 1e-7
// at 1: singular = 2 tol 0
// source: A = [1, 2; 3, 4]: determinant -2, inverse [-2, 1; 1.5, -0.5], A {1, 2} = {5, 11}; 1/(1 + t) has the slope -1/(1 + t)^2; rows of which one is twice the other
function factors "P L U = A, as the Modelica library calls it"
  input Real A[:, :];
  output Real LU[size(A, 1), size(A, 2)] = A;
  output Integer pivots[min(size(A, 1), size(A, 2))];
  output Integer info;
  external "FORTRAN 77" dgetrf(size(A, 1), size(A, 2), LU, size(A, 1), pivots, info);
end factors;
function inverse
  input Real LU[:, size(LU, 1)];
  input Integer pivots[size(LU, 1)];
  output Real inv[size(LU, 1), size(LU, 2)] = LU;
protected
  Integer info;
  Real work[size(LU, 1)];
  external "FORTRAN 77" dgetri(size(LU, 1), inv, size(LU, 1), pivots, work, size(LU, 1), info);
end inverse;
function solution
  input Real LU[:, size(LU, 1)];
  input Integer pivots[size(LU, 1)];
  input Real b[size(LU, 1)];
  output Real x[size(LU, 1)] = b;
protected
  Integer info;
  external "FORTRAN 77" dgetrs("N", size(LU, 1), 1, LU, size(LU, 1), pivots, x, size(LU, 1), info);
end solution;
function determinant
  input Real A[:, size(A, 1)];
  output Real d;
protected
  Real LU[size(A, 1), size(A, 1)];
  Integer pivots[size(A, 1)];
algorithm
  (LU, pivots) := factors(A);
  d := product(LU[k, k] for k in 1:size(A, 1));
  for k in 1:size(A, 1) loop
    if pivots[k] <> k then
      d := -d;
    end if;
  end for;
end determinant;
function inverted
  input Real A[:, size(A, 1)];
  output Real B[size(A, 1), size(A, 1)];
protected
  Real LU[size(A, 1), size(A, 1)];
  Integer pivots[size(A, 1)];
algorithm
  (LU, pivots) := factors(A);
  B := inverse(LU, pivots);
end inverted;
function solved
  input Real A[:, size(A, 1)], b[size(A, 1)];
  output Real x[size(A, 1)];
protected
  Real LU[size(A, 1), size(A, 1)];
  Integer pivots[size(A, 1)];
algorithm
  (LU, pivots) := factors(A);
  x := solution(LU, pivots, b);
end solved;
function first_zero
  input Real A[:, :];
  output Integer info;
protected
  Real LU[size(A, 1), size(A, 2)];
  Integer pivots[size(A, 1)];
algorithm
  (LU, pivots, info) := factors(A);
end first_zero;
model M
  parameter Real A[2, 2] = [1, 2; 3, 4];
  Real d = determinant(A), i[2, 2] = inverted(A), x[2] = solved(A, {5, 11});
  Real changing[2, 2] = inverted([1 + time, 0; 0, 2]);
  Real moving = changing[1, 1], slope = der(moving);
  Integer singular = first_zero([1, 2; 2, 4]);
end M;
