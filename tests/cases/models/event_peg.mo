// at 3: E = -0.5 tol 1e-5
// at 3: n = 1 tol 0
// source: a pendulum that wraps around a peg keeps its energy
model M
  Real x(start = 0.8660254037844386, fixed = true), y(start = -0.5), u(start = 0, fixed = true), v, F, E;
  Boolean pegged(start = false, fixed = true); Integer n(start = 0, fixed = true); Real cy = if pegged then -0.5 else 0;
equation
  der(x) = u; der(y) = v; der(u) = -F*x; der(v) = -F*(y - cy) - 1;
  x^2 + (y - cy)^2 = if pegged then 0.25 else 1;
  E = (u^2 + v^2)/2 + y;
  when x < 0 then pegged = true; n = pre(n) + 1; elsewhen x > 0 then pegged = false; n = pre(n) + 1; end when;
  annotation(experiment(StopTime = 3));
end M;
