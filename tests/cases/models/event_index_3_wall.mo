// at 2.5: n = 1 tol 0
// at 2.5: E = 0.05 tol 1e-7
// at 2.5: d = 0 tol 1e-9
// source: a pendulum is dropped from the height 0.8 below its pivot's level and hits a wall at its lowest point with half of its speed left: a quarter of the energy 0.2
model M
  parameter Real g = 1, e = 0.5;
  Real x(start = 0.6, fixed = true), y(start = -0.8), v(start = 0, fixed = true), w, F;
  Real E = (v^2 + w^2)/2 + g*(y + 1), d = x^2 + y^2 - 1;
  Integer n(start = 0);
equation
  der(x) = v;
  der(y) = w;
  der(v) = -F*x;
  der(w) = -F*y - g;
  x^2 + y^2 = 1;
  when x < 0 then
    reinit(v, -e*pre(v));
    n = pre(n) + 1;
  end when;
  annotation(experiment(StopTime = 2.5));
end M;
