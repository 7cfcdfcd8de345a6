// at 1: held = 0.25 tol 1e-9
// at 1: x = 0.5 tol 1e-9
// source: a held value of a continuous variable: x = t/2 at t = 1/2
model M
  Real x(start = 0, fixed = true), y = 2*x;
  discrete Real held(start = 0);
equation
  der(x) = 0.5;
  when time >= 0.5 then held = y/2; end when;
end M;
