// at 1: n = 6 tol 0
// at 0: n = 5 tol 0
// source: the value before the first event comes from an initial equation
model M
  Integer n;
initial equation
  pre(n) = 5;
equation
  when time > 0.5 then n = pre(n) + 1; end when;
end M;
