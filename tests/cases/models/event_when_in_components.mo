// at 1: c[1].n = 1 tol 0
// at 1: c[2].n = 1 tol 0
// at 1: c[3].n = 0 tol 0
// at 1: total = 2 tol 0
// source: levels 0.3, 0.6 and 1.2 of a ramp
model Counter
  parameter Real level = 1;
  input Real u;
  Integer n(start = 0);
equation
  when u > level then n = pre(n) + 1; end when;
end Counter;
model M
  Real x(start = 0, fixed = true);
  Counter c[3](level = {0.3, 0.6, 1.2}, u = fill(x, 3));
  Integer total = sum(c.n);
equation
  der(x) = 1;
end M;
