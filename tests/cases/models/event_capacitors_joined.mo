// at 1: v1 = 1 tol 1e-9
// at 1: v2 = 1 tol 1e-9
// source: the charge 1 F * 4 V spreads over 1 F and 3 F
model M
  Real v1(start = 4, fixed = true), v2(start = 0, fixed = true), i;
  Boolean closed(start = false);
equation
  1*der(v1) = -i;
  3*der(v2) = i;
  0 = if closed then v1 - v2 else i;
  when time > 0.5 then closed = true; end when;
end M;
