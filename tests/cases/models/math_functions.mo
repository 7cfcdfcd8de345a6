// at 1: a = 0.7853981633974483 tol 1e-12
// at 1: b = 2 tol 1e-12
// at 1: c = -1 tol 1e-12
// at 1: d = 3 tol 1e-12
// at 1: e = -3 tol 1e-12
// at 1: f = 1 tol 1e-12
// source: atan2, log10, sign, ceil, floor, abs
model M
  Real a = atan2(1, 1), b = log10(100), c = sign(-3*time), d = ceil(2.5*time), e = floor(-2.5), f = abs(-1);
end M;
