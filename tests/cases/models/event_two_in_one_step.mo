// at 1: late = 2 tol 0
// at 1: early = 1 tol 0
// at 1: late2 = 2 tol 0
// at 1: early2 = 1 tol 0
// source: the earlier of two events comes first, in whatever order they are written
model M
  Real x(start = 0, fixed = true);
  Integer n(start = 0), m(start = 0), early, late, early2, late2;
equation
  der(x) = 1;
  when x > 0.5001 then late = n + 1; end when;
  when x > 0.5 then early = pre(n) + 1; n = pre(n) + 1; end when;
  when x > 0.5 then early2 = pre(m) + 1; m = pre(m) + 1; end when;
  when x > 0.5001 then late2 = m + 1; end when;
end M;
