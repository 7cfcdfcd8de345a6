// at 1.4142135623730951: v = -1.4142135623730952e-06 tol 5.0000000000000005e-12
// at 1.885618083164127: x = -3.333333333333333e-07 tol 5.0000000000000005e-12
// at 6: x = 0.0 tol 1e-12
// at 6: v = 0.0 tol 1e-12
// source: parabolas between the switches, each arc a third of the one before: infinitely many switches until t = 4.4614, then rest where force and friction both change
model M
  Real x(start = 1e-06, fixed = true), v(start = 0, fixed = true);
equation
  der(x) = v;
  der(v) = (if x > 0 then -2e-06 else 2e-06) + (if v > 0 then -1e-06 else 1e-06);
  annotation(experiment(StopTime = 6));
end M;
