// at 1: x = 10 tol 1e-12
// at 1: z[3] = 3 tol 1e-12
// at 1: s = 4 tol 1e-12
// at 1: w = 3 tol 1e-12
// source: sizes refer to sizes that are known already, in parameters and functions
function f
  input Integer n;
  output Real y[n];
protected
  Real w[size(y, 1)];
algorithm
  for i in 1:n loop
    w[i] := i;
  end for;
  y := w;
end f;
function trace
  input Real A[:, size(A, 1)];
  output Real s;
algorithm
  s := sum(A[i, i] for i in 1:size(A, 1));
end trace;
function late
  input Real u;
  output Real y;
protected
  Real a = b + 1;
  Real b = 2*u;
algorithm
  y := a;
end late;
model M
  parameter Real A[:, size(A, 1)] = {{1, 2}, {3, 4}};
  Real x = sum(A);
  Real z[3] = f(3);
  Real s = trace({{1, 9}, {9, 3}});
  Real w = late(time);
end M;
