// at 0.5: w1 = 7.5 tol 1e-7
// at 0.5: w2 = 3 tol 1e-7
// at 0.5: w3 = 0.5 tol 1e-7
// at 1.7: w1 = 2.5 tol 1e-7
// at 1.7: w3 = 1.7 tol 1e-7
// at 6: w1 = -2 tol 1e-7
// at 6: w3 = -2 tol 1e-7
// at 6: a = 1 tol 1e-7
// at 6: b = 3 tol 1e-7
// source: 5 between both pairs: w1 = w2 = 3 at 7/5, all of them 2 at 2
model M
  Real w1(start = 10, fixed = true), w2(start = 3, fixed = true), w3(start = 0, fixed = true), a, b;
  Boolean lock1(start = false, fixed = true), lock2(start = false, fixed = true);
equation
  der(w1) = -a;
  2*der(w2) = a - b;
  der(w3) = b - 4;
  0 = if lock1 then w1 - w2 else a - 5;
  0 = if lock2 then w2 - w3 else b - 5;
  when w1 <= w2 then lock1 = true; end when;
  when w2 <= w3 then lock2 = true; end when;
  annotation(experiment(StopTime = 6));
end M;
