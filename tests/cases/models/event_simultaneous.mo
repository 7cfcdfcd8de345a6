// at 2: a = 10 tol 0
// at 2: b = 1 tol 0
// at 2: c = 21 tol 0
// at 2: d = 11 tol 0
// source: two events at one instant see each other through the variables without pre
model M
  Integer a(start = 1, fixed = true), b(start = 0, fixed = true), c(start = 0, fixed = true), d(start = 0, fixed = true);
  Real x(start = 0, fixed = true), y(start = 1, fixed = true);
equation
  der(x) = 1; der(y) = -1;
  when x > 0.5 then a = 10; b = pre(a); end when;
  when y < 0.5 then c = 2*a + b; d = pre(a) + pre(b) + 10; end when;
  annotation(experiment(StopTime = 2));
end M;
