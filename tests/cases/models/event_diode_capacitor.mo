// at 0.001: v = 3.09016994374947 tol 1e-6
// at 0.001: i = 3.2968491591165 tol 1e-4
// at 0.02: v = 2.34532289468863 tol 1e-5
// source: an ideal diode into a capacitor: v = vs until the current is zero, tan(w t) = -w R C; then it decays
model M
  parameter Real R = 10, C = 1e-3, w = 314.159265358979;
  Real v(start = 0, fixed = true), vs, vd, i, s(start = -1);
equation
  vs = 10*sin(w*time);
  vs = vd + v;
  vd = if s < 0 then s else 0;
  i = if s < 0 then 0 else s;
  C*der(v) = i - v/R;
  annotation(experiment(StopTime = 0.02));
end M;
