// at 1: a = 1 tol 0
// at 1: b = 1 tol 0
// at 1: c = 1 tol 0
// at 1: n = 3 tol 0
// source: one event leads to the next at the same time; values before are those of the iteration before
model M
  Real x(start = 0, fixed = true);
  Boolean a(start = false), b(start = false), c(start = false);
  Integer n(start = 0);
equation
  der(x) = 1;
  when x > 0.5 then a = true; end when;
  when pre(a) then b = true; end when;
  when pre(b) then c = true; end when;
  when {a, pre(a), pre(b)} then n = pre(n) + 1; end when;
end M;
