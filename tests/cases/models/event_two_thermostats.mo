// at 2: T[1] = 19.034399230054483 tol 0.0001
// at 2: T[2] = 20.6793127978358 tol 0.0001
// at 7: T[1] = 19.07581726861696 tol 0.0001
// at 7: T[2] = 19.649902166636124 tol 0.0001
// at 20: T[1] = 20.58941709352384 tol 0.0001
// at 20: T[2] = 20.49457236285551 tol 0.0001
// at 20: n = 149 tol 0
// source: explicit Runge-Kutta with bisected events; two when-statements of one algorithm count in one variable
model M
  Real T[2](start = {15, 10}, each fixed = true);
  Boolean on[2](each start = true);
  Integer n(start = 0);
  parameter Real k[2] = {0.5, 0.4};
equation
  for i in 1:2 loop
    der(T[i]) = (if on[i] then 16 else 0) - k[i]*(T[i] - 5) - 0.3*(T[i] - T[3 - i]);
    on[i] = T[i] < 19 or (pre(on[i]) and T[i] <= 21);
  end for;
algorithm
  when change(on[1]) then n := n + 1; end when;
  when change(on[2]) then n := n + 1; end when;
  annotation(experiment(StopTime = 20));
end M;
