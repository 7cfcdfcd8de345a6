// at 0.3: next = 2.5 tol 1e-8
// at 0.3: n = 0 tol 0
// at 0.9: next = 3.25 tol 1e-7
// at 0.9: n = 1 tol 0
// at 1.1: n = 1 tol 0
// source: x = 1.75 + t, found from an initial equation; each mark lies 0.75 behind the last one
model M
  Real x, y;
  discrete Real next;
  Integer n(start = 0, fixed = true);
initial equation
  2*y = 3.5;
  next = x + 0.75;
equation
  der(x) = 1;
  y = x;
  when x >= pre(next) then
    next = x + 0.75;
    n = pre(n) + 1;
  end when;
  annotation(experiment(StopTime = 1.2));
end M;
