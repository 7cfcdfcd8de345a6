// at 0.4: v = 0.6 tol 1e-9
// at 1: v = 2.5 tol 1e-6
// at 2.9: v = 0.6 tol 1e-6
// at 4: v = 4 tol 1e-6
// source: v falls evenly; at 0.5 it is set to 3 while n is even, to 5 while it is odd: from 1 at t = 0.5 to 3, at t = 3 to 5
model M
  Real v(start = 1, fixed = true);
  Integer n(start = 0, fixed = true);
equation
  der(v) = -1;
  when v <= 0.5 then
    n = pre(n) + 1;
    if mod(pre(n), 2) == 0 then reinit(v, 3); else reinit(v, 5); end if;
  end when;
  annotation(experiment(StopTime = 4));
end M;
