// at 0.02: v2 = 2.72228927152035 tol 3e-05
// at 0.1: v2 = -3.10204659921655 tol 3e-05
// at 0.02: v1 = 5.69242057655861 tol 6e-05
// at 0.1: v1 = -6.48719614741483 tol 6e-05
// at 0.02: i = 0.000433072954381698 tol 4e-09
// at 0.1: i = 4.61154473092736e-05 tol 4e-09
// source: (C1 + C2) v2' = C1 vs' - v2/R
model CapacitiveDivider
  parameter Real C1 = 2e-6, C2 = 3e-6, R = 1e4;
  Real v1, v2(start = 0, fixed = true), i, vs;
equation
  vs = 10*sin(50*time);
  v1 + v2 = vs "loop";
  i = C1*der(v1);
  i = C2*der(v2) + v2/R;
  annotation(experiment(StopTime = 0.1));
end CapacitiveDivider;
