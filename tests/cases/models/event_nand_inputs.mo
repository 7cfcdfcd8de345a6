// at 80: x = 20 tol 1e-9
// at 80: y = 60 tol 1e-9
// at 42: nand = 1 tol 0
// at 38: nand = 0 tol 0
// source: two square waves of period 20 and 40 and their NAND, integrated: both are high a quarter of the time
model M
  Boolean a, b, nand;
  Real x(start = 0, fixed = true), y(start = 0, fixed = true);
equation
  a = mod(time, 20) >= 10;
  b = mod(time, 40) >= 20;
  nand = not (a and b);
  der(x) = if a and b then 1 else 0;
  der(y) = if nand then 1 else 0;
  annotation(experiment(StopTime = 80));
end M;
