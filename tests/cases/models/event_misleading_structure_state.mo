// at 1: z = 0.158529015192103 tol 1e-6
// at 2: n = 3 tol 0
// at 2: z = 0.090702573174318 tol 2e-6
// at 1: x2 = 0.459697694131860 tol 1e-6
// source: x2 = 1 - cos(t) as in event_misleading_structure.mo; z is its integral t - sin(t), from which 1/3 is taken whenever it gets there: 3 times up to t - sin(t) = 1.0907 at t = 2
model M
  Real x1, x2, z(start = 0, fixed = true);
  Integer n(start = 0, fixed = true);
equation
  der(x1) + time*der(x2) + 2*x2 = 1;
  x1 + time*x2 = sin(time);
  der(z) = x2;
  when z > 1/3 then
    reinit(z, z - 1/3);
    n = pre(n) + 1;
  end when;
  annotation(experiment(StopTime = 2));
end M;
