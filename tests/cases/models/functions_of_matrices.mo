// at 0: t = 5 tol 1e-12
// at 0: s[2] = 7 tol 1e-12
// source: sizes of matrices in functions
function trace
  input Real A[:, size(A, 1)];
  output Real t = sum(A[k, k] for k in 1:size(A, 1));
algorithm
end trace;
function rowsums
  input Real A[:, :];
  output Real s[size(A, 1)];
algorithm
  for i in 1:size(A, 1) loop
    s[i] := 0;
    for j in 1:size(A, 2) loop
      s[i] := s[i] + A[i, j];
    end for;
  end for;
end rowsums;
model M
  Real A[2,2] = [1, 2; 3, 4];
  Real t = trace(A);
  Real s[2] = rowsums(A);
end M;
