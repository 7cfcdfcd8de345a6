// at 0: a[2,3] = 23 tol 1e-12
// at 0: b[3,2] = 8 tol 1e-12
// source: {e for i in .., j in ..}: the first iterator is the last dimension [MLS36, 10.4.1.1]
model M
  Real a[2,3] = {{10*i + j for j in 1:3} for i in 1:2};
  Real b[3,2] = {i + 2*j for i in 1:2, j in 1:3};
end M;
