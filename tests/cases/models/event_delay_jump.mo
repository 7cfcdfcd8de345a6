// at 0.5: y = 0 tol 0
// at 0.76: y = 1 tol 1e-12
// at 1: x = 0.25 tol 1e-9
// at 1: n = 1 tol 0
// source: a step at 0.5 arrives 0.25 later, at 0.75 exactly
model M
  parameter Real T = 0.25;
  Real y, x(start = 0, fixed = true);
  Integer n(start = 0, fixed = true);
equation
  y = delay(if time > 0.5 then 1 else 0, T);
  der(x) = y;
  when y > 0.5 then
    n = pre(n) + 1;
  end when;
end M;
