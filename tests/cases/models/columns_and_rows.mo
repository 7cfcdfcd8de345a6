// at 0: a[2,1] = 2 tol 1e-12
// at 0: a[2,2] = 5 tol 1e-12
// at 0: b[3,2] = 9 tol 1e-12
// at 0: c[1,3] = 8 tol 1e-12
// source: vectors are columns in [ , ] [MLS36, 10.4.2.1]
model M
  Real v[3] = {1, 2, 3}, w[3] = {4, 5, 6};
  Real a[3,2] = [v, w];
  Real b[3,2] = [1, 2; 3, 4; transpose([{8, 9}])];
  Real c[1,3] = [transpose([{6, 7}]), 8];
end M;
