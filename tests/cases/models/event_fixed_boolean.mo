// at 0.5: off = 1 tol 1e-12
// at 1.5: off = 0 tol 1e-12
// at 2.5: off = 0 tol 1e-12
// at 3.5: off = 1 tol 1e-12
// source: MLS 8.6: fixed = true of a discrete variable fixes pre(off), not off itself
model M
  Boolean fire = time > 1 and time < 2;
  Boolean off(start = true, fixed = true);
  Real s = if time < 3 then 1 else -1;
equation
  off = s < 0 or pre(off) and not fire;
  annotation (experiment(StopTime = 4));
end M;
