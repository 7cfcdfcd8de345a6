// at 10: worst = 0 tol 1e-5
// at 10: x[4] = -0.66693806165226 tol 1e-4
// source: x[k] = cos(k t)
model Oscillators
  parameter Integer N = 2;
  Real x[N], v[N];
initial equation
  for k in 1:N loop
    x[k] = 1;
    v[k] = 0;
  end for;
equation
  for k in 1:N loop
    der(x[k]) = v[k];
    der(v[k]) = -k^2*x[k];
  end for;
end Oscillators;

model Check
  extends Oscillators(N = 4);
  Real worst = max(abs(x[k] - cos(k*time)) for k in 1:N);
  annotation (experiment(StopTime = 10, Tolerance = 1e-8));
end Check;
