// at 0: n = 6 tol 0
// at 0: k = 1 tol 0
// source: getInstanceName() of a.b in the model M is "M.a.b" (Modelica 3.6, 3.7.4.4)
model B
  parameter String path = getInstanceName();
  parameter Integer n = if path == "M.a.b" then 6 else 0;
end B;
model A
  B b;
end A;
model M
  A a;
  parameter String own = getInstanceName();
  Real n = a.b.n, k = if own == "M" then 1 else 0;
  annotation(experiment(StopTime = 0.1));
end M;
