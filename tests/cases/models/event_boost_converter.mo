// at 0.0032: i = 1.9999999999999793 tol 0.001
// at 0.0032: v = 23.25863554851034 tol 0.001
// at 0.0105: i = 2.500946797756749 tol 0.001
// at 0.0105: v = 26.247670676625283 tol 0.001
// at 0.02: i = 0.0 tol 0.001
// at 0.02: v = 25.454632948506344 tol 0.001
// source: per period with bisected ends of conduction; the current ends before the period does
model M
  parameter Real Vin = 10, L = 1e-3, C = 1e-4, R = 50, T = 1e-3, d = 0.4;
  Real i(start = 0, fixed = true), v(start = 10, fixed = true), vs, id, vd, s(start = 1);
  Boolean on, off;
equation
  on = mod(time, T) < d*T;
  L*der(i) = Vin - vs;
  C*der(v) = id - v/R;
  vd = vs - v;
  off = s < 0;
  vd = if off then s else 0;
  id = if off then 0 else s;
  0 = if on then vs else i - id;
  annotation(experiment(StopTime = 0.02));
end M;
