// at 1: n = 7 tol 0
// source: terminal() is true at the end of a run that gets there
model M
  Integer n(start = 0);
  Real x = time;
equation
  when terminal() then n = 7; end when;
end M;
