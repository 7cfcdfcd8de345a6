// at 0: a = 2 tol 1e-12
// at 0: b = 1 tol 1e-12
// source: Boolean arrays; and, or, not elementwise
model M
  Boolean p[3] = {true, false, true};
  Boolean q[3] = not p;
  Boolean r[3] = p and {true, true, false};
  Real a = sum(if b_ then 1 else 0 for b_ in {true, false, true});
  Real b = if q[2] and r[1] and not r[3] then 1 else 0;
end M;
