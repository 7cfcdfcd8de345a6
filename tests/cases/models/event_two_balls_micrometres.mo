// at 10: x1 = 1.4999999999999991e-07 tol 5.0000000000000005e-12
// at 10: x2 = 7.499999999999998e-07 tol 5.0000000000000005e-12
// at 10: n = 21 tol 0
// source: two balls of masses 1e8 and 3e8 between walls 1e-6 apart: straight lines between elastic impacts, followed impact by impact
model M
  parameter Real m1 = 100000000.0, m2 = 300000000.0;
  Real x1(start = 2e-07, fixed = true), x2(start = 7e-07, fixed = true);
  Real v1(start = 1e-06, fixed = true), v2(start = -4e-07, fixed = true);
  Integer n(start = 0, fixed = true);
equation
  der(x1) = v1; der(x2) = v2; m1*der(v1) = 0; m2*der(v2) = 0;
  when x1 < 0 then reinit(v1, -pre(v1)); end when;
  when x2 > 1e-06 then reinit(v2, -pre(v2)); end when;
  when x1 > x2 then
    reinit(v1, ((m1 - m2)*pre(v1) + 2*m2*pre(v2))/(m1 + m2));
    reinit(v2, ((m2 - m1)*pre(v2) + 2*m1*pre(v1))/(m1 + m2));
  end when;
  when {x1 < 0, x2 > 1e-06, x1 > x2} then n = pre(n) + 1; end when;
  annotation(experiment(StopTime = 10));
end M;
