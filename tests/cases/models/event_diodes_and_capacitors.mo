// at 5: c0 = 0 tol 1e-4
// at 5: c1 = -0.00387 tol 1e-4
// source: implicit Euler with all modes tried in each step, 1500 and 3000 steps, extrapolated. Both capacitors come to zero volts together, where rounding must not decide about impulses
model M
  Real e1, e2, i0, s0, i1, s1, c0(start = 0, fixed = true), j0, c1(start = 0, fixed = true), j1;
  Boolean off0, off1;
equation
  c0 = e1;
  0.32535997218291346*der(c0) = j0;
  c1 = e2;
  0.3509181885174606*der(c1) = j1;
  off0 = s0 < 0;
  e2 - e1 = if off0 then s0 else 0;
  i0 = if off0 then 0 else s0;
  off1 = s1 < 0;
  -e1 = if off1 then s1 else 0;
  i1 = if off1 then 0 else s1;
  e1/2.687813275290792 + (e1 - 2.086614231843591*sin(3.1296987438542683*time + 1.9666314071784512))/1.003149360172917 + j0 - i0 - i1 = 0;
  e2/1.2021536259751557 + (e2 - 1.5522063580962733*sin(3.5087334922717393*time + 4.5291371087518915))/1.0455239416876094 + j1 + i0 = 0;
  annotation(experiment(StopTime = 5));
end M;
