// at 3e-06: i = 9.027418377038312e-10 tol 1.0000000000000002e-14
// at 2.9499999999999997e-06: vd = 0.0 tol 1e-15
// at 2.85e-06: vd = -2e-09 tol 1e-15
// source: exponentials between the switches of a buck converter with an ideal switch and an ideal diode, with currents of 1e-9 and times of 1e-6
model M
  Real i(start = 0, fixed = true), isw, id, vsw, vd, s(start = -1);
  Boolean on = mod(time, 2e-07) < 1e-07;
equation
  2e-09 = vsw - vd;
  0 = if on then vsw else isw;
  isw + id = i;
  vd = if s < 0 then s else 0;
  id = if s < 0 then 0 else s;
  1e-06*der(i) + 1.0*i = -vd;
  annotation(experiment(StopTime = 3e-06));
end M;
