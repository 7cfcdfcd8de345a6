// at 1: a = -2 tol 1e-12
// at 1: b = -1 tol 1e-12
// at 1: c = 1 tol 1e-12
// at 1: d = -1 tol 1e-12
// at 1: e = -2 tol 1e-12
// at 1: f = -1 tol 1e-12
// source: MLS 3.7.1: floor, ceil, mod (floors), rem (truncates), integer, div of a negative number
model M
  constant Real u = -1.5;
  Real a = floor(u);
  Real b = ceil(u);
  Real c = mod(-3, 2);
  Real d = rem(-3, 2);
  Integer e = integer(u);
  Integer f = div(-3, 2);
end M;
