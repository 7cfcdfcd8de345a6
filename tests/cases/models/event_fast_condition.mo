// at 1: n = 1591 tol 0
// at 1: m = 573 tol 0
// source: numbers of k with 0.1 < 2 k pi/10000 < 1.1, and of k with cos(3000 x^2) above 1/2 from there on: the conditions change many times within a step
model M
  Integer n(start = 0, fixed = true), m(start = 0, fixed = true);
  Real x(start = 0.1, fixed = true);
equation
  der(x) = 1;
  when sin(10000*x) > 0 then n = pre(n) + 1; end when;
  when cos(3000*x^2) > 0.5 then m = pre(m) + 1; end when;
  annotation(experiment(StopTime = 1));
end M;
