// at 0: a = -1 tol 1e-12
// at 0: b = 2 tol 1e-12
// at 0: c = -1 tol 1e-12
// at 0: d = -3 tol 1e-12
// at 0: e = -2 tol 1e-12
// source: div truncates, mod floors, rem has the sign of the dividend; floor, ceil [MLS36, 3.7.2]
model M
  Integer a = div(-4, 3);
  Integer b = mod(-4, 3);
  Integer c = rem(-4, 3);
  Real d = floor(-2.5);
  Real e = ceil(-2.5);
end M;
