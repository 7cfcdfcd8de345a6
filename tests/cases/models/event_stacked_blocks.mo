// at 1: v1 = 1 tol 1e-8
// at 1: v2 = 0.5 tol 1e-8
// at 2.1: v1 = 0.3 tol 1e-7
// at 2.1: v2 = 0.3 tol 1e-7
// at 4: v1 = 0 tol 1e-8
// at 4: v2 = 0 tol 1e-8
// source: 3 - 2 t and t/2 meet at 6/5 with 3/5, together they are at rest 9/5 later
model M
  Real v1(start = 3, fixed = true), v2(start = 0, fixed = true), f1, f2;
equation
  f1 = if v1 > v2 then 2 else -2;
  f2 = if v2 > 0 then 1 else -1;
  der(v1) = -f1; 
  2*der(v2) = f1 - f2;
  annotation(experiment(StopTime = 10));
end M;
