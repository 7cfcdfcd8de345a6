// at 1: found = 0.37 tol 1e-12
// source: u^3 changes its sign where u does
model M
  Real u(start = -0.37, fixed = true);
  discrete Real found;
equation
  der(u) = 1;
  when u^3 > 0 then
    found = time;
  end when;
end M;
