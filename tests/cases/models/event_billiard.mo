// at 1: x = 0.0 tol 1e-08
// at 5: x = 0.8000000000000007 tol 1e-08
// at 20: x = 0.29999999999999716 tol 1e-08
// at 1: y = 0.3857864376269049 tol 1e-08
// at 5: y = 0.2710678118654757 tol 1e-08
// at 20: y = 0.4842712474619013 tol 1e-08
// at 20: n = 90 tol 0
// source: straight lines, folded at the walls
model M
  Real x(start = 0.3, fixed = true), y(start = 0.2, fixed = true), u(start = 1.7, fixed = true), v(start = sqrt(2), fixed = true);
  Integer n(start = 0);
equation
  der(x) = u; der(y) = v; der(u) = 0; der(v) = 0;
  when {x > 1, x < 0} then reinit(u, -pre(u)); end when;
  when {y > 0.5, y < 0} then reinit(v, -pre(v)); end when;
algorithm
  when {x > 1, x < 0, y > 0.5, y < 0} then n := n + 1; end when;
  annotation(experiment(StopTime = 20));
end M;
