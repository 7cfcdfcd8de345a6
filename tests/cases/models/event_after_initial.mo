// at 0.5: n = 1 tol 1e-12
// at 0.5: since = 0 tol 1e-12
// source: MLS 8.6: y = pre(u) changes in the iteration after the initialization, where initial() is false
model M
  Integer u = 3;
  Integer y(start = 1);
  Integer n(start = 0, fixed = true);
  discrete Real since(start = -1, fixed = true);
equation
  y = pre(u);
algorithm
  when {initial(), change(y) and not initial()} then
    n := if initial() then 0 else pre(n) + 1;
    since := time;
  end when;
end M;
