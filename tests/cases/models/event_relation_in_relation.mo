// at 2: n = 1 tol 0
// at 2: t1 = 1.5 tol 1e-9
// source: the level is 0.5 while x < 0.25 and then 1.5, so that it is reached at 1.5
model M
  Real x(start = 0, fixed = true);
  Integer n(start = 0);
  discrete Real t1;
equation
  der(x) = 1;
  when x > (if x < 0.25 then 0.5 else 1.5) then
    n = pre(n) + 1;
    t1 = time;
  end when;
  annotation(experiment(StopTime = 2));
end M;
