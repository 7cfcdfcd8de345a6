// at 0.5: q = 0 tol 1e-12
// at 1.5: q = 1 tol 1e-12
// at 2.5: q = 1 tol 1e-12
// at 3.5: q = 0 tol 1e-12
// at 3.5: n = 2 tol 1e-12
// source: MLS 11.1.2: a discrete variable that an algorithm reads before it is assigned has the value pre(v)
model M
  Boolean set = time > 1 and time < 2;
  Boolean reset = time > 3;
  Boolean q(start = false, fixed = true);
  Integer n(start = 0, fixed = true);
algorithm
  if set then
    q := true;
  elseif reset then
    q := false;
  end if;
  if change(q) then
    n := n + 1;
  end if;
  annotation (experiment(StopTime = 4));
end M;
