// at 0.02: p = 11.341470984807897 tol 1e-9
// at 0.02: s = 1.3414709848078965 tol 1e-9
// at 0.02: late = 1.3414709848078965 tol 1e-9
// at 0.07: before = 1.3414709848078965 tol 1e-9
// at 0.12: p = 1.3414709848078965 tol 1e-9
// at 0.6: count = 3 tol 1e-6
// at 0.9: count = 4 tol 1e-6
// source: what was before the first event follows from the solution at the start: 0.5 + sin(1) and 2 x(0) + 1 [MLS36, 8.6]
model M
  Real u = 0.5 + sin(time + 1), x(start = 1, fixed = true);
  parameter Real known(fixed = false);
  discrete Real s, p, late(start = known, fixed = true), before, count;
initial equation
  known = u;
  pre(s) = u + 10;
  pre(count) = 2*x + 1;
equation
  der(x) = -x;
  when sample(0, 0.1) then
    s = u;
    p = pre(s);
  end when;
  when sample(0.05, 0.1) then
    late = u;
    before = pre(late);
  end when;
  when x < 0.5 then
    count = pre(count) + 1;
  end when;
  annotation(experiment(Tolerance = 1e-9));
end M;
