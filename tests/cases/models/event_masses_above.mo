// at 0: h1 = 1 tol 1e-12
// at 0: h2 = 1 tol 1e-12
// at 0.3: h1 = 0.55855 tol 1e-9
// at 0.3: h2 = 0.55855 tol 1e-9
// at 1: h2 = 0 tol 1e-7
// at 1: f1 = 39.24 tol 1e-6
// at 1: f2 = 19.62 tol 1e-6
// source: two masses of 2 kg on top of each other fall from 1 m and stay on the ground; the start values choose the branches
model M
  Real h1(start = 1), h2(start = 1), v1(start = 0), v2(start = 0), s1, s2, f1, f2;
equation
  der(h1) = v1; der(h2) = v2;
  2*der(v1) = f1 - f2 - 2*9.81;
  2*der(v2) = f2 - 2*9.81;
  h1 = if s1 > 0 then s1 else 0;
  f1 = if s1 > 0 then 0 else -s1;
  h2 - h1 = if s2 > 0 then s2 else 0;
  f2 = if s2 > 0 then 0 else -s2;
end M;
