// at 0.4: x = 0.4 tol 1e-9
// source: the run ends where it is told to
model M
  Real x(start = 0, fixed = true);
equation
  der(x) = 1;
  when x >= 0.5 then terminate("far enough"); end when;
end M;
