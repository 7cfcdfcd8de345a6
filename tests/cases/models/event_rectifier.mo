// at 6.283185307179586: q = 1 tol 1e-6
// at 4: i = 0 tol 1e-12
// at 1: i = 0.42073549240395 tol 1e-7
// source: an ideal diode and 2 Ohm at sin(t): the charge of one period is 2/2
model M
  Real s(start = 1), u, i, q(start = 0, fixed = true);
  Boolean off;
equation
  off = s < 0;
  u = if off then s else 0;
  i = if off then 0 else s;
  sin(time) = u + 2*i;
  der(q) = i;
  annotation(experiment(StopTime = 6.283185307179586));
end M;
