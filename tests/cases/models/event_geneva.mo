// at 1.9: p2 = 3.141592653589793 tol 5e-06
// at 2.125: p2 = 3.9269908169872414 tol 5e-06
// at 2.5: p2 = 4.71238898038469 tol 1e-05
// at 2.5: c1 = 0 tol 1e-09
// source: the driven wheel turns with the driver for a quarter of each turn and is locked for the rest: two different constraints
model M
  Real p1(start = 0, fixed = true), p2(start = 0, fixed = true), w1, w2, c1, c2;
  Boolean eng;
  parameter Real J = 1;
equation
  der(p1) = w1; der(p2) = w2;
  w1 = 6.283185307179586;
  eng = mod(p1, 6.283185307179586) < 1.5707963267948966;
  0 = if eng then w2 - w1 else c1;
  0 = if eng then c2 else w2;
  J*der(w2) = c1 + c2 ;
  annotation(experiment(StopTime = 2.5));
end M;
