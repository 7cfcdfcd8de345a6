// at 2: n = 3 tol 0
// at 2: first = 0.45152364098573 tol 1e-10
// at 2: second = 1.17396146656290 tol 1e-10
// at 2: third = 1.75191172702464 tol 1e-10
// at 2: h = 0.26074172832706 tol 1e-9
// source: t1 = sqrt(2/g), flights of 2 e^n sqrt(2 g)/g
model M
  parameter Real g = 9.81, e = 0.8;
  Real h(start = 1, fixed = true), v(start = 0, fixed = true);
  Integer n(start = 0);
  discrete Real first, second, third;
equation
  der(h) = v;
  der(v) = -g;
  when h < 0 then
    reinit(v, -e*pre(v));
    n = pre(n) + 1;
    first = if n == 1 then time else pre(first);
    second = if n == 2 then time else pre(second);
    third = if n == 3 then time else pre(third);
  end when;
  annotation(experiment(StopTime = 2));
end M;
