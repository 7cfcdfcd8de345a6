// at 6.283185307179586: x = 2 tol 3e-5
// at 10: p = 0.2 tol 1e-6
// at 10: q = 0.6 tol 1e-6
// source: half waves of sin(30 t) have the area 2/30 each; a pulse of 0.2 in noEvent; sign is -1, 0 and 1: 0.6 = 3*0.2
model M
  Real x(start = 0, fixed = true), p(start = 0, fixed = true), q(start = 0, fixed = true), u;
equation
  u = sin(30*time);
  der(x) = if time < 6.283185307179586 then max(0, u) else 0;
  der(p) = noEvent(if time > 3 and time < 3.2 then 1 else 0);
  der(q) = 3*sign(max(0, min(time - 7, 7.2 - time)));
  annotation(experiment(StopTime = 10));
end M;
