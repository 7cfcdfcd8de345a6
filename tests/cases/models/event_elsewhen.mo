// at 5: n = 12 tol 0
// source: at t = 1 both conditions become true, and only the first branch is taken; at t = 3 the second alone
model M
  Real x = time;
  Integer n(start = 0);
equation
  when x >= 1 then n = pre(n) + 2;
  elsewhen {x >= 1, x >= 3} then n = pre(n) + 10;
  end when;
  annotation(experiment(StopTime = 5));
end M;
