// at 5: sum = 0 tol 0
// at 15: sum = 1 tol 0
// at 25: sum = 2 tol 0
// at 45: sum = 1 tol 0
// at 75: sum = 4 tol 0
// at 155: sum = 6 tol 0
// at 160: total = 480 tol 1e-9
// source: a and b run through all pairs of two-bit numbers, each pair for 10 s; the sums add up to 48
model M "two full adders in a row; all inputs are time events"
  Boolean a0, a1, b0, b1, s0, s1, c0, c1;
  Real sum;
  Real total(start = 0, fixed = true);
equation
  a0 = mod(time, 20) >= 10;
  a1 = mod(time, 40) >= 20;
  b0 = mod(time, 80) >= 40;
  b1 = mod(time, 160) >= 80;
  s0 = a0 <> b0;
  c0 = a0 and b0;
  s1 = (a1 <> b1) <> c0;
  c1 = a1 and b1 or c0 and (a1 <> b1);
  sum = (if s0 then 1 else 0) + (if s1 then 2 else 0) + (if c1 then 4 else 0);
  der(total) = sum;
  annotation(experiment(StopTime = 160));
end M;
