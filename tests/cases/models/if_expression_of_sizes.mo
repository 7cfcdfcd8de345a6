// at 1: x = 3 tol 1e-12
// source: MLS 3.6.5: a known condition chooses, the other branch may have another size
model M
  parameter Boolean big = true;
  parameter Integer n = if big then 3 else 2;
  Real v[n] = if big then {1, 1, 1} else {1, 1};
  Real x = sum(v);
end M;
