// at 1: a = 6 tol 1e-12
// source: declarations may stand in any order [MLS36, 5.6]
model M
  Real a = b + 1;
  parameter Real b = c + 2;
  parameter Real c = 3;
end M;
