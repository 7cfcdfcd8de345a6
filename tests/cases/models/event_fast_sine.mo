// at 1: n = 1591 tol 0
// at 1: m = 4774 tol 0
// source: k with 0.1 < 2 k pi/10000 < 1.1; k with 0.1 < (asin(0.9) + 2 k pi)/30000 < 1.1
model M
  Integer n(start = 0, fixed = true), m(start = 0, fixed = true);
  Real x(start = 0.1, fixed = true);
equation
  der(x) = 1;
  when sin(10000*x) > 0 then n = pre(n) + 1; end when;
  when sin(30000*x) > 0.9 then m = pre(m) + 1; end when;
end M;
