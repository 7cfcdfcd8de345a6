// at 1: T = 0.25 tol 1e-8
// at 1: n = 1 tol 0
// at 0.01: T = 1 tol 1e-8
// source: one degree of freedom, no forces: an impact with restitution 1/2 leaves a quarter of the kinetic energy
model M
  Real x1(start = 0, fixed = true), y1(start = 1), x2(start = 2), y2(start = 1);
  Real u1, v1, u2, v2, a, b, c;
  Real T = (u1^2 + v1^2 + u2^2 + v2^2)/2;
  Integer n(start = 0);
initial equation
  T = 1;
equation
  der(x1) = u1; der(y1) = v1; der(x2) = u2; der(y2) = v2;
  der(u1) = a*x1 + b*(x1 - x2);
  der(v1) = a*y1 + b*(y1 - y2);
  der(u2) = -b*(x1 - x2) + c*(x2 - 2);
  der(v2) = -b*(y1 - y2) + c*y2;
  x1^2 + y1^2 = 1;
  (x1 - x2)^2 + (y1 - y2)^2 = 4;
  (x2 - 2)^2 + y2^2 = 1;
  when abs(x1) > 0.4 then
    reinit(u1, -0.5*pre(u1));
    n = pre(n) + 1;
  end when;
end M;
