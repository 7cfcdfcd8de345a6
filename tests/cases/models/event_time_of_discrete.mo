// at 10: n = 4 tol 0
// at 10: next = 16 tol 0
// source: each event sets the time of the next: 1, 2, 4, 8, then 16
model M
  discrete Real next(start = 1, fixed = true);
  Integer n(start = 0, fixed = true);
equation
  when time >= pre(next) then
    next = 2*pre(next);
    n = pre(n) + 1;
  end when;
  annotation(experiment(StopTime = 10));
end M;
