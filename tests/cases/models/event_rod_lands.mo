// at 3: y = 0 tol 1e-8
// at 3: phi = 0 tol 1e-8
// at 3: F1 = 0.5 tol 1e-6
// at 3: F2 = 0.5 tol 1e-6
// source: one end after the other; both carry half of the weight
model M
  Real y(start = 1, fixed = true), phi(start = 0.1, fixed = true), v(start = 0, fixed = true), om(start = 0, fixed = true), F1, F2, s1(start = 1), s2(start = 1);
equation
  der(y) = v; der(phi) = om; der(v) = -1 + F1 + F2; der(om)/3 = (F2 - F1)*cos(phi);
  y - sin(phi) = if s1 > 0 then s1 else 0; F1 = if s1 > 0 then 0 else -s1;
  y + sin(phi) = if s2 > 0 then s2 else 0; F2 = if s2 > 0 then 0 else -s2;
  annotation(experiment(StopTime = 3));
end M;
