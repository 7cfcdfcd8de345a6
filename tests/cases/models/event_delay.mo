// at 1: x = 0 tol 1e-9
// at 2: x = -0.5 tol 1e-8
// at 3: x = -0.16666666666667 tol 1e-7
// source: method of steps: 1 - t, then t^2/2 - 2 t + 3/2, then a cubic
model M
  Real x(start = 1, fixed = true);
equation
  der(x) = -delay(x, 1);
  annotation(experiment(StopTime = 3));
end M;
