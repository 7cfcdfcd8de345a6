// at 1: a = 3.5 tol 1e-12
// at 1: b = 3 tol 1e-12
// at 1: c = -3 tol 1e-12
// at 1: d = 1 tol 1e-12
// at 1: e = -1 tol 1e-12
// source: 7/2 is Real; div truncates, mod floors, rem has the sign of the dividend [MLS36, 3.7.2]
model M
  Real a = 7/2, b = div(7, 2), c = div(-7, 2), d = mod(-7, 2), e = rem(-7, 2);
end M;
