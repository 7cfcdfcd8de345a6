// at 0.01: n = 100 tol 0
// at 0.01: v = 4.8 tol 0.1
// source: a step-down converter in continuous conduction gives the duty cycle's share of 12 V
model M "switch and diode are ideal: current or voltage is zero"
  parameter Real Vin = 12, L = 1e-3, C = 100e-6, R = 5, T = 1e-4, d = 0.4;
  Real i(start = 0, fixed = true), v(start = 0, fixed = true);
  Real vd "diode", id, vs "switch", is, s;
  Boolean on;
  Integer n(start = 0, fixed = true);
equation
  on = mod(time, T) < d*T;
  vs = Vin + vd;
  i = id + is;
  0 = if on then vs else is;
  vd = if s < 0 then s else 0;
  id = if s < 0 then 0 else s;
  L*der(i) = -vd - v;
  C*der(v) = i - v/R;
  when on then
    n = pre(n) + 1;
  end when;
  annotation(experiment(StopTime = 0.01));
end M;
