// at 1: a = 1 tol 1e-12
// at 1: b = 1 tol 1e-12
// source: MLS 3.2: not before and before or
model M
  constant Boolean t = true;
  constant Boolean f = false;
  Real a = if t or t and f then 1 else 0;
  Real b = if not f and t then 1 else 0;
end M;
