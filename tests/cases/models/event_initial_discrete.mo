// at 1: b = 1 tol 0
// at 0.5: b = 0 tol 0
// at 1: since = 0.6931471805599 tol 1e-7
// source: an initial equation sets the discrete variable; x = exp(-t) falls below 1/2 at ln 2
model M
  Boolean b;
  discrete Real since;
  Real x(start = 1, fixed = true);
initial equation
  b = false;
equation
  der(x) = -x;
  when x < 0.5 then b = true; since = time; end when;
end M;
