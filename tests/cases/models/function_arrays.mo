// at 1: a[2] = 3 tol 1e-12
// at 1: b[1,2] = 3 tol 1e-12
// at 1: n = 7 tol 1e-12
// source: functions with arrays of any size, sizes from arguments
function running
  input Real v[:];
  output Real s[size(v, 1)];
protected
  Real sum_ = 0;
algorithm
  for i in 1:size(v, 1) loop
    sum_ := sum_ + v[i];
    s[i] := sum_;
  end for;
end running;
function turned
  input Real A[:, :];
  output Real B[size(A, 2), size(A, 1)];
algorithm
  for i in 1:size(A, 1), j in 1:size(A, 2) loop
    B[j, i] := A[i, j];
  end for;
end turned;
model M
  Real a[2] = running({1, 2}), b[2, 2] = turned({{1, 2}, {3, 4}}), n = sum(running({3, 1}));
end M;
