// at 0: n = 1 tol 0
// at 2: m = 1 tol 0
// at 2: k = 3 tol 0
// at 2: e = 1 tol 0
// at 2: x = 7 tol 0
// at 2: last = 2 tol 0
// source: samples at 0, time and state events at the end
model M
  Real x(start = 0, fixed = true); Integer n(start = 0), m(start = 0), k(start = 0), e(start = 0); discrete Real last(start = 0);
equation
  der(x) = 1;
  when sample(0, 5) then n = pre(n) + 1; end when;
  when time >= 2 then m = pre(m) + 1; reinit(x, 7); end when;
  when sample(0, 1) then k = pre(k) + 1; end when;
  when x >= 2 then e = pre(e) + 1; end when;
  when terminal() then last = time; end when;
  annotation(experiment(StopTime = 2));
end M;
